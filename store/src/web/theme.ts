import { useEffect, useSyncExternalStore } from 'react';
import { DARK_MEDIA, DARK_STYLE_ID, isTheme, type Theme, THEME_KEY } from '../shared/theme.ts';

const listeners = new Set<() => void>();

/** The chosen theme, as shown now; `system` on the server and in the first render. */
export function useTheme(): Theme {
  return useSyncExternalStore(subscribe, shownTheme, () => 'system');
}

/** Shows a theme at once and remembers it; other tabs follow. */
export function chooseTheme(theme: Theme): void {
  try {
    if (theme === 'system') localStorage.removeItem(THEME_KEY);
    else localStorage.setItem(THEME_KEY, theme);
  } catch {
    // Storage can be forbidden altogether: the choice then holds for this document.
  }
  show(theme);
}

/**
 * Follows the choice made in another tab, also while this page lay in the back-forward cache. Called once, by the root: the
 * script in the head has set the theme already, unless React has drawn the whole document anew.
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
    // Storage can be forbidden altogether.
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
