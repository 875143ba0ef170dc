import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { classNames } from '../../../ui/class-names.ts';
import { nextTab } from '../../../ui/tabs.tsx';
import { useTranslation } from '../../translation.tsx';
import { PlaceTable } from './place-table.tsx';
import { byName, type Place, type Region, REGIONS, regionOf } from './places.ts';

/**
 * The covered countries by part of the world, in tabs. All of them are in the document: without scripts each part is
 * below its heading.
 */
export function RegionTabs({ places, popular }: { places: readonly Place[]; popular: readonly Place[] }) {
  const { t, locale } = useTranslation();
  const base = useId();
  const list = useRef<HTMLDivElement>(null);
  const [selected, setSelected] = useState<'popular' | Region>('popular');
  const byRegion = Map.groupBy(byName(places, locale), regionOf);
  const tabs = [
    { id: 'popular' as const, places: popular },
    ...REGIONS.map((id) => ({ id, places: byRegion.get(id) ?? [] })),
  ].filter((tab) => tab.places.length > 0);

  function onKeyDown(event: KeyboardEvent) {
    const next = nextTab(
      event.key,
      tabs.findIndex(({ id }) => id === selected),
      tabs.length,
    );
    if (next === undefined) return;
    event.preventDefault();
    setSelected(tabs[next]!.id);
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[next]?.focus();
  }

  return (
    <>
      <div
        className="underline-tabs underline-tabs--script"
        role="tablist"
        aria-label={t('coverage.regions.label')}
        ref={list}
        onKeyDown={onKeyDown}
      >
        {tabs.map(({ id }) => (
          <button
            key={id}
            type="button"
            role="tab"
            id={`${base}-${id}`}
            aria-selected={id === selected}
            aria-controls={`${base}-${id}-panel`}
            tabIndex={id === selected ? 0 : -1}
            onClick={() => setSelected(id)}
          >
            {t(`coverage.regions.${id}`)}
          </button>
        ))}
      </div>
      {tabs.map(({ id, places: listed }) => (
        <div
          key={id}
          role="tabpanel"
          id={`${base}-${id}-panel`}
          aria-labelledby={`${base}-${id}`}
          className={classNames('region-panel', id !== selected && 'region-panel--off')}
        >
          <h2 className="h-sec region-panel__title">{t(`coverage.regions.${id}`)}</h2>
          <PlaceTable places={listed} ordered={id === 'popular'} />
        </div>
      ))}
    </>
  );
}
