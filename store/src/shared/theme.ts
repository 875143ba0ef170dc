/** Colour themes: that of the device (default), light, or dark. */
export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

/** Name of the local-storage key of a chosen theme; without it the device decides. */
export const THEME_KEY = 'cairn_theme';

/** Id of the style element with the dark values. */
export const DARK_STYLE_ID = 'dark';

/** The `media` of the style element with the dark values. Print is always light. */
export const DARK_MEDIA: Record<Theme, string> = {
  system: 'screen and (prefers-color-scheme: dark)',
  light: 'not all',
  dark: 'screen',
};

export function isTheme(value: unknown): value is Theme {
  return typeof value === 'string' && (THEMES as readonly string[]).includes(value);
}

/**
 * Runs in the head, after the style element and before the first paint, so that a stored theme never flashes. The text
 * is the same for every reader, because documents with the theme inside could not be cached for all. Without scripts
 * the device decides.
 */
export const THEME_SCRIPT = [
  `try{let t=localStorage.getItem("${THEME_KEY}");`,
  'if(t=="light"||t=="dark"){document.documentElement.dataset.theme=t;',
  `document.getElementById("${DARK_STYLE_ID}").media=t=="dark"?"${DARK_MEDIA.dark}":"${DARK_MEDIA.light}"}}catch{}`,
].join('');
