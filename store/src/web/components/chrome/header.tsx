import { type KeyboardEvent, useEffect, useRef, useState, type MouseEvent } from 'react';
import { useLocation } from 'react-router';
import { BRAND } from '../../../shared/brand.ts';
import { paths } from '../../../shared/paths.ts';
import { buttonClass } from '../../../ui/button.tsx';
import { CloseIcon, MenuIcon, UserIcon, LanguageIcon, ChevronRightIcon } from '../../../ui/icons.tsx';
import { Logo } from '../../../ui/logo.tsx';
import { language } from '../../../i18n/areas/language.ts';
import { isLocale, LOCALES } from '../../../shared/locale.ts';
import { modeFacts } from '../../../shared/mode.ts';
import { RadioMenu } from '../../../ui/menu.tsx';
import type { Translator } from '../../../i18n/i18n.ts';
import { useRootData } from '../../root-data.ts';
import { useTranslation } from '../../translation.tsx';
import { PageLink } from '../page-link.tsx';
import { StagingBar } from './staging-bar.tsx';
import { SECTIONS, useSectionLink, type Section } from './sections.ts';
import { useChooseLanguage, useLocale } from '../../language.ts';

const DRAWER_ID = 'drawer';

/** The fixed header with its drawer. The same for every visitor: the account icon always leads to the profile. */
export function Header() {
  const { t } = useTranslation();
  const sectionLink = useSectionLink();
  const { mode } = useRootData();
  const { header, menuButton, open, setOpen, onKeyDown } = useDrawer();
  return (
    <header ref={header} onKeyDown={onKeyDown}>
      <div className="nav">
        <StagingBar />
        <div className="wrap">
          <PageLink to={paths.home()} aria-label={t('chrome.home', { brand: BRAND })} onClick={() => setOpen(false)}>
            <Logo />
          </PageLink>
          {modeFacts(mode).isLocal && (
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

/**
 * While the drawer is open, focus stays in the header and the content below is inert; Escape, a wide window or a new
 * page close it.
 */
function useDrawer() {
  const { pathname } = useLocation();
  // Bound to a page: a new page closes it, without an effect that would also undo a click during hydration.
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

/** The languages by their own names; the change is immediate. */
function LanguageMenu() {
  const { t } = useTranslation();
  const locale = useLocale();
  const choose = useChooseLanguage();
  return (
    <RadioMenu
      label={t('chrome.language')}
      icon={<LanguageIcon />}
      choices={LOCALES.map((each) => ({ value: each, label: language[each].name, lang: each }))}
      value={locale}
      onChoose={(value) => isLocale(value) && choose(value)}
    />
  );
}

/** The navigation on small screens, over the whole page. `onLeave` is called after a choice. */
function Drawer({ id, open, onLeave }: { id: string; open: boolean; onLeave: () => void }) {
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

function sectionLabel(t: Translator, section: Section): string {
  const labels: Record<Section, string> = {
    'how-it-works': t('chrome.howItWorks'),
    plans: t('chrome.plans'),
    coverage: t('chrome.coverage'),
    support: t('chrome.support'),
  };
  return labels[section];
}
