import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { BRAND } from '../../../shared/brand.ts';
import { paths } from '../../../shared/paths.ts';
import { buttonClass } from '../../../ui/button.tsx';
import { CloseIcon, MenuIcon, UserIcon } from '../../../ui/icons.tsx';
import { Logo } from '../../../ui/logo.tsx';
import { useRootData } from '../../root-data.ts';
import { useTranslation } from '../../translation.tsx';
import { PageLink } from '../page-link.tsx';
import { Drawer } from './drawer.tsx';
import { LanguageMenu } from './language-menu.tsx';
import { SECTIONS, useSectionLink } from './sections.ts';
import { sectionLabel } from './section-label.ts';

const DRAWER_ID = 'drawer';

/** The fixed bar with its drawer. The same for everyone: the account icon leads to the profile in both states. */
export function Header() {
  const { t } = useTranslation();
  const sectionLink = useSectionLink();
  const { mode } = useRootData();
  const { header, menuButton, open, setOpen, onKeyDown } = useDrawer();
  return (
    <header ref={header} onKeyDown={onKeyDown}>
      <div className="nav">
        <div className="wrap">
          <PageLink to={paths.home()} aria-label={t('chrome.home', { brand: BRAND })} onClick={() => setOpen(false)}>
            <Logo />
          </PageLink>
          {mode === 'sandbox' && (
            <a className="sandbox-mark" href={paths.sandbox()}>
              {t('chrome.sandbox')}
            </a>
          )}
          <nav className="nav-links" aria-label={t('chrome.mainNavigation')}>
            {SECTIONS.map((section) => (
              <a key={section} {...sectionLink(section)}>
                {sectionLabel(t, section)}
              </a>
            ))}
          </nav>
          <span className="spacer" />
          <LanguageMenu />
          <PageLink className="icon-btn nav-account" to={paths.profile()} aria-label={t('chrome.account')}>
            <UserIcon />
          </PageLink>
          <PageLink className={buttonClass({ size: 'sm' })} to={paths.plans()} onClick={() => setOpen(false)}>
            {t('chrome.getEsim')}
          </PageLink>
          <button
            ref={menuButton}
            type="button"
            className="icon-btn nav-menu"
            aria-label={t('chrome.menu')}
            aria-expanded={open}
            aria-controls={DRAWER_ID}
            onClick={() => setOpen(!open)}
          >
            {open ? <CloseIcon size={22} /> : <MenuIcon size={22} />}
          </button>
        </div>
      </div>
      <Drawer id={DRAWER_ID} open={open} onLeave={() => setOpen(false)} />
    </header>
  );
}

/** While the drawer is open, focus stays in the header and what lies under it is inert; Escape, a wide window or a new page close it. */
function useDrawer() {
  const { pathname } = useLocation();
  // Open on one page: a new page closes it, without an effect that would also undo a click made while the page hydrates.
  const [openOn, setOpenOn] = useState<string>();
  const open = openOn === pathname;
  const setOpen = (wanted: boolean) => setOpenOn(wanted ? pathname : undefined);
  const header = useRef<HTMLElement>(null);
  const menuButton = useRef<HTMLButtonElement>(null);

  useEffect(() => {
    if (!open) return;
    const below = [...document.querySelectorAll<HTMLElement>('main, footer')];
    const wide = matchMedia('(min-width: 900px)');
    const close = () => setOpenOn(undefined);
    for (const element of below) element.inert = true;
    document.documentElement.classList.add('drawer-open');
    wide.addEventListener('change', close);
    return () => {
      for (const element of below) element.inert = false;
      document.documentElement.classList.remove('drawer-open');
      wide.removeEventListener('change', close);
    };
  }, [open]);

  function onKeyDown(event: KeyboardEvent) {
    if (!open) return;
    if (event.key === 'Escape' && document.querySelector('.menu:popover-open') === null) {
      setOpen(false);
      menuButton.current?.focus();
    }
    if (event.key === 'Tab') wrapFocus(event, header.current);
  }

  return { header, menuButton, open, setOpen, onKeyDown };
}

function wrapFocus(event: KeyboardEvent, container: HTMLElement | null): void {
  const all = [...(container?.querySelectorAll<HTMLElement>('a[href], button') ?? [])].filter((each) =>
    each.checkVisibility(),
  );
  const edge = event.shiftKey ? all[0] : all.at(-1);
  if (document.activeElement !== edge) return;
  event.preventDefault();
  (event.shiftKey ? all.at(-1) : all[0])?.focus();
}
