import { describe, expect, test } from 'vitest';
import { grep, readText, trackedFiles } from './source.ts';

const LIGHT = 'store/src/ui/styles/tokens.css';
const DARK = 'store/src/ui/styles/dark.css';

/** Stacked colours, top first: `veil/surface-ink` is the half transparent veil over ink. */
type Ground = string;

const GROUNDS = ['surface-page', 'surface-card', 'surface-hover', 'surface-selected'];
const INKS = ['surface-ink', 'surface-ink-panel', 'surface-ink-raised', 'nav-bg/surface-page', 'nav-bg/surface-card'];
const BLUES = ['surface-hero', 'surface-brand'];
const over = (top: string, grounds: readonly string[]) => grounds.map((ground) => `${top}/${ground}`);

/** Text on its backgrounds: contrast 4.5 (WCAG 2.2, 1.4.3). */
const TEXT: Record<string, readonly Ground[]> = {
  'text-strong': [
    ...GROUNDS,
    'surface-sunken',
    'surface-selected-strong',
    'surface-tab',
    'tabs-track',
    'track',
    'chart-quiet',
  ],
  'text-body': [...GROUNDS, 'surface-sunken', 'tabs-track'],
  'text-muted': [...GROUNDS, 'surface-sunken'],
  'text-subtle': ['surface-page', 'surface-card'],
  'text-link': [...GROUNDS, 'surface-sunken', 'surface-selected-strong', 'info-surface'],
  'text-link-hover': GROUNDS,
  'accent-text': ['surface-page', 'surface-card', 'accent-surface'],
  'accent-text-strong': ['accent-surface'],
  'info-text': ['info-surface', 'surface-selected'],
  'success-text': ['surface-page', 'surface-card', 'success-surface'],
  'warning-text': ['surface-page', 'surface-card', 'warning-surface'],
  'danger-text': ['surface-page', 'surface-card', 'danger-surface'],
  'on-action': ['action', 'action-hover', 'action-active'],
  'on-inverse': ['inverse', 'inverse-hover'],
  'on-accent': ['accent'],
  'fixed-ink': ['fixed-white', 'fixed-white-hover', 'fixed-quiet', 'accent'],
  'fixed-selected-text': ['fixed-selected'],
  'text-on-ink': [...INKS, 'surface-ink-sunken', ...BLUES, ...over('veil', INKS), ...over('veil', BLUES), 'fixed-ink'],
  'text-on-ink-soft': INKS,
  'text-on-ink-muted': [...INKS, 'surface-ink-sunken', 'fixed-ink'],
};

/** Borders of controls, state indicators and chart lines on adjacent colours: contrast 3 (WCAG 2.2, 1.4.11). */
const MARKS: Record<string, readonly Ground[]> = {
  action: ['surface-page', 'surface-card', 'surface-selected'],
  'border-control': ['surface-page', 'surface-card'],
  'border-control-strong': ['surface-page', 'surface-card', 'surface-hover'],
  'border-control-on-ink': ['surface-ink', ...BLUES],
  'border-strong': ['surface-card'],
  'switch-off': ['fixed-white'],
  'map-hit': ['surface-card', 'map-dot'],
  'map-3': ['surface-card'],
  'map-hit-on-ink': ['surface-ink'],
  'chart-on-ink': ['surface-ink', 'surface-ink-raised'],
  accent: ['surface-ink', 'nav-bg/surface-page'],
  'on-success': ['success-fill'],
  'success-fill': ['surface-page', 'surface-card'],
  'warning-text': ['warning-border'],
};

/** The outer of the two colours of a focus ring. */
const RINGS: Record<string, readonly Ground[]> = {
  'focus-ring': [...GROUNDS, 'surface-sunken'],
  'focus-ring-ink': [...INKS, ...BLUES],
};

type Colour = readonly [red: number, green: number, blue: number, alpha: number];

function declarations(file: string): Map<string, string> {
  return new Map(
    [...readText(file).matchAll(/^\s+--([a-z0-9-]+):\s*([^;]+);/gm)].map(([, name = '', value = '']) => [name, value]),
  );
}

const light = declarations(LIGHT);
const THEMES = { light, dark: new Map([...light, ...declarations(DARK)]) };
const isRamp = (name: string) => /^(blue|orange|neutral|green|amber|red)-\d+$/.test(name);

function colourOf(values: ReadonlyMap<string, string>, value: string): Colour {
  const reference = /^var\(--([a-z0-9-]+)\)$/.exec(value)?.[1];
  if (reference !== undefined) return colourOf(values, values.get(reference) ?? 'none');
  const hex = /^#([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(value)?.[1];
  if (hex !== undefined) {
    const full = hex.length === 3 ? hex.replaceAll(/./g, '$&$&') : hex;
    return [0, 2, 4].map((at) => Number.parseInt(full.slice(at, at + 2), 16)).concat(1) as unknown as Colour;
  }
  const parts = /^rgb\((\d+) (\d+) (\d+) ?\/ ?([\d.]+)\)$/.exec(value);
  if (parts === null) throw new Error(`no colour: ${value}`);
  return parts.slice(1).map(Number) as unknown as Colour;
}

function onTop([red, green, blue, alpha]: Colour, below: Colour): Colour {
  const mix = (top: number, under: number) => top * alpha + under * (1 - alpha);
  return [mix(red, below[0]), mix(green, below[1]), mix(blue, below[2]), 1];
}

function groundOf(values: ReadonlyMap<string, string>, ground: Ground): Colour {
  const layers = ground.split('/').map((name) => colourOf(values, `var(--${name})`));
  return layers.reduceRight((below, layer) => onTop(layer, below));
}

function luminance(colour: Colour): number {
  const [red = 0, green = 0, blue = 0] = colour
    .slice(0, 3)
    .map((part) => (part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(top: Colour, ground: Colour): number {
  const [a, b] = [luminance(onTop(top, ground)), luminance(ground)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

function tooLow(
  values: ReadonlyMap<string, string>,
  pairs: Record<string, readonly Ground[]>,
  least: number,
  valueOf = (name: string) => `var(--${name})`,
): string[] {
  return Object.entries(pairs).flatMap(([name, grounds]) =>
    grounds.flatMap((ground) => {
      const found = contrast(colourOf(values, valueOf(name)), groundOf(values, ground));
      return found < least ? [`${name} on ${ground}: ${found.toFixed(2)}`] : [];
    }),
  );
}

describe.each(Object.entries(THEMES))('the %s theme', (_, values) => {
  test('text has enough contrast on each of its backgrounds', () => {
    expect(tooLow(values, TEXT, 4.5)).toEqual([]);
  });

  test('borders of controls and state indicators have enough contrast', () => {
    expect(tooLow(values, MARKS, 3)).toEqual([]);
  });

  test('the focus ring has enough contrast', () => {
    const outer = (name: string) => /,\s*0 0 0 4px (.+)$/.exec(values.get(name) ?? '')?.[1] ?? 'none';
    expect(tooLow(values, RINGS, 3, outer)).toEqual([]);
  });
});

const components = () => trackedFiles('.css', '.tsx').filter((file) => /^store\/src\/(web|ui)\//.test(file));

test('every colour pair that a CSS rule declares is listed above', () => {
  const known = new Set(
    [TEXT, MARKS].flatMap((pairs) =>
      Object.entries(pairs).flatMap(([name, grounds]) => grounds.map((ground) => `${name} on ${ground.split('/')[0]}`)),
    ),
  );
  const found = trackedFiles('.css')
    .filter((file) => /^store\/src\/(web|ui)\//.test(file))
    .flatMap((file) =>
      [...readText(file).matchAll(/\{([^{}]*)\}/g)].flatMap(([, rule = '']) => {
        const top = /(?:^|\s)(?:color|--fg): var\(--([a-z0-9-]+)\)/.exec(rule)?.[1];
        const ground = /(?:^|\s)(?:background|--bg): var\(--([a-z0-9-]+)\)/.exec(rule)?.[1];
        return top === undefined || ground === undefined || top === 'fg' ? [] : [`${top} on ${ground}`];
      }),
    );
  // A disabled control needs no contrast (WCAG 2.2, 1.4.3).
  const disabled = 'text-subtle on surface-sunken';
  expect(found.length).toBeGreaterThan(20);
  expect([...new Set(found)].filter((pair) => !known.has(pair) && pair !== disabled)).toEqual([]);
});

test('dark values redefine names of tokens.css, and every ramp colour in use has one', () => {
  const dark = [...declarations(DARK)];
  expect(dark.map(([name]) => name).filter((name) => !light.has(name) || isRamp(name))).toEqual([]);
  expect(dark.filter(([, value]) => value.includes('var('))).toEqual([]);
});

test('components use semantic tokens: no literal colours and no ramp', () => {
  /** Logos of other brands, QR codes, and masks, of which only the alpha counts. */
  const fixed = [
    'store/src/ui/logo.tsx',
    'store/src/web/components/auth/provider-icons.tsx',
    'store/src/web/pages/cards/brand-mark.tsx',
    'store/src/web/components/account/qr-code.tsx',
  ];
  const own = components()
    .filter((file) => ![LIGHT, DARK, ...fixed].includes(file))
    .flatMap((file) => grep(file, /#[0-9a-f]{3,8}\b|\b(rgb|hsl)a?\(|var\(--(blue|orange|neutral|green|amber|red)-\d/i))
    .filter((line) => !/mask:|theme-color|href/.test(line));
  expect(own).toEqual([]);
});

test('colours are literals only in the two theme files (docs/guides/a-theme.md)', () => {
  // QR codes stay black on white for cameras. The logos of Google, Facebook and the brands of cards keep their colours. Map files contain
  // the colours that show without a style sheet.
  const own =
    /^store\/src\/(?:shared\/(?:theme-values|dotted-map)\.ts|modules\/esims\/qr\.ts|web\/components\/(?:account\/qr-code|auth\/provider-icons)\.tsx|web\/pages\/cards\/brand-mark\.tsx|offline\/page\/dom\.ts|ui\/styles\/(?:tokens|dark)\.css)$/;
  const files = trackedFiles('.ts', '.tsx', '.css', '.html').filter(
    (file) => file.startsWith('store/src/') && !/\.test\.tsx?$/.test(file) && !own.test(file),
  );
  expect(files.length).toBeGreaterThan(500);
  // Only the alpha of a mask counts.
  const colour = /^(?!.*\bmask:).*(?:(?<![&\w])#(?:[0-9a-f]{3}|[0-9a-f]{6})(?![\w-])(?!\/)|\brgb\(|\bhsl\()/i;
  expect(files.flatMap((file) => grep(file, colour))).toEqual([]);
});
