import type { MouseEvent } from 'react';
import { paths } from '../../../shared/paths.ts';
import { buttonClass } from '../../../ui/button.tsx';
import { ChevronRightIcon } from '../../../ui/icons.tsx';
import { useTranslation } from '../../translation.tsx';
import { PageLink } from '../page-link.tsx';
import { sectionLabel } from './section-label.ts';
import { SECTIONS, useSectionLink } from './sections.ts';

/** The entries of the bar on small screens, over the whole page. `onLeave` is called when one is chosen. */
export function Drawer({ id, open, onLeave }: { id: string; open: boolean; onLeave: () => void }) {
  const { t } = useTranslation();
  const sectionLink = useSectionLink();
  return (
    <div className="drawer on-ink" id={id} hidden={!open}>
      <nav aria-label={t('chrome.mainNavigation')}>
        <ul>
          {SECTIONS.map((section) => {
            const { onClick, ...link } = sectionLink(section);
            const choose = (event: MouseEvent) => {
              onLeave();
              onClick?.(event);
            };
            return (
              <li key={section}>
                <a {...link} onClick={choose}>
                  {sectionLabel(t, section)}
                  <ChevronRightIcon />
                </a>
              </li>
            );
          })}
        </ul>
      </nav>
      <div className="stack gap-3">
        <PageLink className={buttonClass({ size: 'lg', block: true })} to={paths.plans()} onClick={onLeave}>
          {t('chrome.getEsim')}
        </PageLink>
        <PageLink
          className={buttonClass({ variant: 'outline-ink', size: 'lg', block: true })}
          to={paths.profile()}
          onClick={onLeave}
        >
          {t('chrome.account')}
        </PageLink>
      </div>
    </div>
  );
}
