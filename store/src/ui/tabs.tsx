import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react';
import { classNames } from './class-names.ts';

export type Tab = { id: string; label: string; panel: ReactNode };

/** The tab for an arrow key, Home or End (ARIA Authoring Practices, "Tabs"), or undefined for other keys. */
export function nextTab(key: string, index: number, count: number): number | undefined {
  if (key === 'ArrowRight') return (index + 1) % count;
  if (key === 'ArrowLeft') return (index - 1 + count) % count;
  if (key === 'Home') return 0;
  if (key === 'End') return count - 1;
  return undefined;
}

type TabsProps = {
  label: string;
  tabs: Tab[];
  selected: string;
  onSelect: (id: string) => void;
  className?: string;
};

/** Segmented tabs with their panels; hidden panels stay in the document. Controlled by `selected`. */
export function Tabs(props: TabsProps) {
  const base = useId();
  return (
    <>
      <TabList base={base} {...props} />
      {props.tabs.map((tab) => (
        <div
          key={tab.id}
          role="tabpanel"
          className="tab-panel"
          id={`${base}-${tab.id}-panel`}
          aria-labelledby={`${base}-${tab.id}`}
          hidden={tab.id !== props.selected}
        >
          {tab.panel}
        </div>
      ))}
    </>
  );
}

function TabList({ base, label, tabs, selected, onSelect, className }: TabsProps & { base: string }) {
  const list = useRef<HTMLDivElement>(null);

  function onKeyDown(event: KeyboardEvent) {
    const next = nextTab(
      event.key,
      tabs.findIndex((tab) => tab.id === selected),
      tabs.length,
    );
    const tab = next === undefined ? undefined : tabs[next];
    if (tab === undefined) return;
    event.preventDefault();
    onSelect(tab.id);
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[next!]?.focus();
  }

  return (
    <div className={classNames('tabs', className)} role="tablist" aria-label={label} ref={list} onKeyDown={onKeyDown}>
      {tabs.map((tab) => (
        <button
          key={tab.id}
          type="button"
          className="tab"
          role="tab"
          id={`${base}-${tab.id}`}
          aria-selected={tab.id === selected}
          aria-controls={`${base}-${tab.id}-panel`}
          tabIndex={tab.id === selected ? 0 : -1}
          onClick={() => onSelect(tab.id)}
        >
          {tab.label}
        </button>
      ))}
    </div>
  );
}
