import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { BRAND_COLOURS, MARK, markSvg } from './mark.ts';

const read = (file: string) => readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8');

test.each(['light', 'dark'] as const)(
  'public/press has the current logo for a %s background (scripts/data/press.mjs)',
  (ground) => {
    expect(read(`public/press/mark-${ground}.svg`)).toBe(markSvg(ground));
  },
);

test('the icon of the site has the same shapes', () => {
  expect(read('public/icon.svg')).toContain(`d="${MARK.stones}"`);
});

test('the colours equal their tokens', () => {
  const tokens = read('src/ui/styles/tokens.css');
  for (const { token, hex } of Object.values(BRAND_COLOURS))
    expect(tokens).toContain(`${token}: ${hex.toLowerCase()};`);
});
