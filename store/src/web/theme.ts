import { useEffect, useSyncExternalStore } from 'react';
import { DARK_MEDIA, DARK_STYLE_ID, isTheme, type Theme, THEME_KEY } from '../shared/theme.ts';

const listeners = new Set<() => void>();

/** The current choice of theme; `system` on the server and in the first render. */
export function useTheme(): Theme {
  return useSyncExternalStore(subscribe, shownTheme, () => 'system');
}

/** Applies a theme at once and stores it; other tabs follow. */
export function chooseTheme(theme: Theme): void {
  try {
    if (theme === 'system') localStorage.removeItem(THEME_KEY);
    else localStorage.setItem(THEME_KEY, theme);
  } catch {
    // Storage can be forbidden: the choice then applies to this document only.
  }
  show(theme);
}

/**
 * Follows a choice in another tab, also while this page was in the back/forward cache. Called once, by the root. The
 * script in the head has set the theme already, unless React has rendered the whole document again.
 */
export function useRememberedTheme(): void {
  useEffect(() => {
    showRemembered();
    const onStorage = ({ key }: StorageEvent) => (key === THEME_KEY || key === null) && showRemembered();
    const onPageShow = ({ persisted }: PageTransitionEvent) => persisted && showRemembered();
    addEventListener('storage', onStorage);
    addEventListener('pageshow', onPageShow);
    return () => {
      removeEventListener('storage', onStorage);
      removeEventListener('pageshow', onPageShow);
    };
  }, []);
}

function showRemembered(): void {
  try {
    const stored = localStorage.getItem(THEME_KEY);
    show(isTheme(stored) ? stored : 'system');
  } catch {
    // Storage can be forbidden.
  }
}

function show(theme: Theme): void {
  const { dataset } = document.documentElement;
  if (theme === 'system') delete dataset['theme'];
  else dataset['theme'] = theme;
  document.getElementById(DARK_STYLE_ID)?.setAttribute('media', DARK_MEDIA[theme]);
  for (const listener of listeners) listener();
}

function shownTheme(): Theme {
  const { theme } = document.documentElement.dataset;
  return isTheme(theme) ? theme : 'system';
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
