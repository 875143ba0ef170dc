/** Colour themes a reader can choose: that of the device, the default, or always one of ours. */
export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

/** Name of the local-storage key that holds a chosen theme; without it the device decides. */
export const THEME_KEY = 'cairn_theme';

/** Id of the style element with the dark values. */
export const DARK_STYLE_ID = 'dark';

/** When the dark values hold, as the `media` of their style element. Paper is always light. */
export const DARK_MEDIA: Record<Theme, string> = {
  system: 'screen and (prefers-color-scheme: dark)',
  light: 'not all',
  dark: 'screen',
};

export function isTheme(value: unknown): value is Theme {
  return typeof value === 'string' && (THEMES as readonly string[]).includes(value);
}

/**
 * Runs in the head, after the style element and before anything is drawn, so that a remembered theme never flashes. The same
 * text for everyone: documents with the theme inside could not be kept for all readers. Without scripts the device decides.
 */
export const THEME_SCRIPT = [
  `try{let t=localStorage.getItem("${THEME_KEY}");`,
  'if(t=="light"||t=="dark"){document.documentElement.dataset.theme=t;',
  `document.getElementById("${DARK_STYLE_ID}").media=t=="dark"?"${DARK_MEDIA.dark}":"${DARK_MEDIA.light}"}}catch{}`,
].join('');
