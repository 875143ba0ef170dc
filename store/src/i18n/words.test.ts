import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { isLegalName, LEGAL_VERSIONS } from '../shared/legal.ts';
import { LOCALES, type Locale } from '../shared/locale.ts';
import { mail } from './areas/mail.ts';
import { MESSAGES } from './i18n.ts';

/** One term per concept: forbidden terms and their replacements. */
const NOT_SAID: Partial<Record<Locale, [RegExp, string][]>> = {
  en: [
    [/e-mail/i, 'email'],
    [/\b(we|we’ll|you) mail(ed)?\b|\bmailed\b|\bour mails?\b|\bmailbox\b/i, 'email, inbox'],
    [/\bMobile Service\b|\bCellular Data\b|\bcellular data\b/, 'Mobile Data'],
    [/\bby hand\b/i, 'manually'],
    [/\bwhole code\b/i, 'full code'],
    [/\bmeans of payment\b/i, 'payment method'],
    [/\bat the first go\b|\bneed not\b|\bthose open to\b/i, 'plain words'],
    [/\bsomebody\b/i, 'someone'],
    [/\bsome (?:weeks|days|hours)\b/i, 'a few'],
  ],
  fr: [
    [/\bQR code\b/i, 'code QR'],
    [/\bdéverrouillée?s?(?!\p{L})|\b(?:non|pas) verrouill/iu, 'désimlocké'],
    [/\bbloquée?s? par un opérateur/i, 'verrouillé par un opérateur'],
    [/Réseau et Internet(?: →|,| et) SIM\b/, 'Cartes SIM'],
    [/eSIM (internationales?|mondiales?)|ou mondiale|et mondiale/i, 'eSIM Monde'],
    [/\d\+ pays/, 'plus de'],
    [/Données mobiles\)/, 'Données cellulaires'],
    [/(?<!e-)\bmails?\b|\bemails?\b/i, 'e-mail'],
    // "Sous 14 jours" is when something is done at the latest, not how long it may be asked for.
    [/(?<!«.)\bsous (?:14|quatorze)\sjours/i, 'pendant 14 jours'],
    [/\bvous sert\b|\bvous sont ouverts\b|\bdu premier coup\b/, 'plain words'],
    // French has a narrow no-break space before ; ? ! and a full one before a colon.
    [/\u202f:|\u00a0[;?!]/, 'U+00A0 before a colon, U+202F before ; ? !'],
  ],
};

/** An earlier version of a legal text never changes. */
function isEarlier(file: string): boolean {
  const [, name, version] = /^legal\/(\w+)\/(\d+)\.md$/.exec(file) ?? [];
  return isLegalName(name) && Number(version) < LEGAL_VERSIONS[name];
}

/** The text of `content/`, by file: without front matter keys, URLs and code. */
function contentOf(locale: Locale): [string, string][] {
  const root = path.join(import.meta.dirname, '../../content', locale);
  if (!existsSync(root)) return [];
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md') && !isEarlier(name))
    .map((name) => {
      const source = readFileSync(path.join(root, name), 'utf8');
      return [
        name,
        source.replaceAll(/\]\([^)]*\)|https:\S+|`[^`]*`|\{[#{][^}]*\}+|^(?:aliases|sources):\n(?: .*\n)+/gm, ' '),
      ];
    });
}

describe.each(LOCALES)('in %s', (locale) => {
  test('every text of content/ uses one term per concept', () => {
    const found = contentOf(locale).flatMap(([file, text]) =>
      (NOT_SAID[locale] ?? []).flatMap(([pattern, say]) => {
        const match = new RegExp(`.{0,30}(?:${pattern.source}).{0,30}`, pattern.flags).exec(text);
        return match ? [`${file}: say ${say}: ${match[0]}`] : [];
      }),
    );
    expect(found).toEqual([]);
  });

  test('every message uses one term per concept', () => {
    const found = textsOf({ ...MESSAGES[locale], mail: mail[locale] }).flatMap(([key, text]) =>
      (NOT_SAID[locale] ?? [])
        .filter(([pattern]) => pattern.test(text))
        .map(([, say]) => `${key}: say ${say}: ${text}`),
    );
    expect(found).toEqual([]);
  });
});

function textsOf(tree: object, path = ''): [string, string][] {
  return Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'string'
      ? // Placeholders are not text.
        [[`${path}${key}`, value.replaceAll(/\{\{.*?\}\}/g, '7')] as [string, string]]
      : textsOf(value as object, `${path}${key}.`),
  );
}
