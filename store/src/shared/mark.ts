import { THEME } from './theme-values.ts';

/** The logo in a square of 26 units: stacked stones that also look like signal bars, with an orange one on top. */
export const MARK = {
  size: 26,
  stones:
    'M4.250 18.500h17.500a3.250 3.250 0 0 1 0 6.500H4.250a3.250 3.250 0 0 1 0-6.500Zm4-8.250h9.500a3.250 3.250 0 0 1 0 6.500h-9.500a3.250 3.250 0 0 1 0-6.500Z',
  top: { cx: 13, cy: 4.9, r: 3.6 },
} as const;

/** The brand colours, equal to their tokens in src/ui/styles/tokens.css: for files without style sheets. */
export const BRAND_COLOURS = {
  blue: { token: '--blue-600', hex: THEME['blue-600'] },
  orange: { token: '--orange-500', hex: THEME['orange-500'] },
  ink: { token: '--neutral-950', hex: THEME['neutral-950'] },
  paper: { token: '--neutral-50', hex: THEME['neutral-50'] },
} as const;

export type Ground = 'light' | 'dark';

/** The logo as a standalone file, for a light or a dark background. */
export function markSvg(ground: Ground): string {
  const { size, stones, top } = MARK;
  const fill = ground === 'light' ? BRAND_COLOURS.blue.hex : THEME['text-on-ink'];
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}"><path fill="${fill}" d="${stones}"/>` +
    `<circle cx="${top.cx}" cy="${top.cy}" r="${top.r}" fill="${BRAND_COLOURS.orange.hex}"/></svg>\n`
  );
}
