import { SANDBOX } from '#test/support/configuration.ts';
import { merchantFile, realMerchantFile } from '#test/support/merchant.ts';
import { describe, expect, test } from 'vitest';
import { loadConfig } from '../../config/config.ts';
import { NEWEST_TEXTS } from '../../config/merchant.ts';
import { LEGAL_VERSIONS } from '../../shared/legal.ts';
import { createContent } from '../content.ts';
import { factsOf } from '../merchant-facts.ts';
import type { Article, Section } from '../types.ts';
import { createLegalPages, markChanges } from './legal-pages.ts';

const GOOGLE = { GOOGLE_CLIENT_ID: 'id', GOOGLE_CLIENT_SECRET: 'secret', GOOGLE_ISSUER: 'http://127.0.0.1:4004' };
const LIVE = {
  ...SANDBOX,
  CAIRN_MODE: 'live',
  NODE_ENV: 'production',
  DATABASE_URL: 'postgres://cairn@db.store.test/cairn',
  CAIRN_SECRET_KEYS: `2026a:${Buffer.alloc(32, 1).toString('base64')}`,
  PUBLIC_URL: 'https://store.test',
  STRIPE_SECRET_KEY: 'sk_live_abc',
  STRIPE_API_URL: '',
  AIRALO_API_URL: '',
  SMTP_URL: 'smtps://user:secret@mail.store.test',
  MERCHANT_FILE: realMerchantFile(),
  LEGAL_REVIEWED: NEWEST_TEXTS,
};

const section = (id: string, html: string): Section => ({
  id,
  title: id,
  summary: null,
  blocks: [{ kind: 'html', html }],
});

const text: Article = {
  kind: 'legal',
  slug: `terms/${LEGAL_VERSIONS.terms}`,
  locale: 'en',
  title: 'Terms of sale',
  description: 'Who sells what.',
  date: '2026-11-22',
  updated: '2026-11-22',
  sources: [],
  topic: null,
  place: null,
  order: 0,
  aliases: [],
  version: LEGAL_VERSIONS.terms,
  changes: 'First version.',
  minutes: 1,
  headings: [],
  sections: [
    section('seller', '<ul>{{needs:phone}}<li>{{fact:phone}}</li>{{end}}</ul><p>{{fact:deliveryMinutes}}</p>'),
  ],
  text: '',
};

function pagesWith(env: Record<string, string>, articles = [text]) {
  const config = loadConfig({ ...SANDBOX, ...env });
  return createLegalPages({ content: createContent({ articles, facts: factsOf(config) }), config });
}
const termsWith = (env: Record<string, string>) => pagesWith(env).find('terms', undefined, 'en')!;

describe('a page of a legal text', () => {
  test('states the known facts, and leaves out the others', () => {
    expect(termsWith({}).clauses[0]!.blocks).toEqual([{ kind: 'html', html: '<p>30</p>' }]);
    const MERCHANT_FILE = merchantFile({ phone: '+33 1 23 45 67 89' });
    expect(termsWith({ MERCHANT_FILE, FULFILMENT_DEADLINE_SECONDS: '600' }).clauses[0]!.blocks).toEqual([
      { kind: 'html', html: '<ul><li>+33 1 23 45 67 89</li></ul><p>10</p>' },
    ]);
  });

  test('says that top-ups are on sale, as long as the reviewed terms in force deny it', () => {
    const articles = [1, LEGAL_VERSIONS.terms].map((version) => ({ ...text, slug: `terms/${version}`, version }));
    const before = pagesWith({ LEGAL_REVIEWED: 'terms/1' }, articles);
    expect(before.find('terms', undefined, 'en')).toMatchObject({ version: 1, deniesTopUps: true });
    const after = pagesWith({ LEGAL_REVIEWED: NEWEST_TEXTS }, articles);
    expect(after.find('terms', undefined, 'en')).toMatchObject({ deniesTopUps: false });
    expect(after.find('terms', 1, 'en')).toMatchObject({ deniesTopUps: false });
  });

  test('exists for existing versions, in the existing languages', () => {
    const { terms: newest } = LEGAL_VERSIONS;
    const versions = Array.from({ length: newest }, (_, older) => ({ version: newest - older }));
    expect(pagesWith({}).find('terms', newest, 'en')).toMatchObject({ version: newest, versions });
    expect(pagesWith({}).find('terms', newest + 1, 'en')).toBeUndefined();
    expect(pagesWith({}).find('privacy', 1, 'en')).toBeUndefined();
  });

  test('stays at the version that was reviewed until the next one is, which is not shown before', () => {
    const { privacy: newest } = LEGAL_VERSIONS;
    const privacy = [1, newest].map((version) => ({ ...text, slug: `privacy/${version}`, version }));
    const shown = (LEGAL_REVIEWED: string) => {
      const pages = pagesWith({ LEGAL_REVIEWED }, privacy);
      return [pages.find('privacy', undefined, 'en')?.version, pages.find('privacy', newest, 'en')?.version];
    };
    expect(shown('privacy/1')).toEqual([1, undefined]);
    expect(shown(`privacy/${newest}`)).toEqual([newest, newest]);
    expect(shown('')).toEqual([newest, newest]);
  });

  test('is marked as a template until a lawyer has reviewed this version', () => {
    expect(termsWith({}).isTemplate).toBe(true);
    expect(termsWith({ LEGAL_REVIEWED: 'privacy/1' }).isTemplate).toBe(true);
    expect(termsWith({ LEGAL_REVIEWED: `terms/${LEGAL_VERSIONS.terms}` }).isTemplate).toBe(false);
    expect(termsWith(LIVE).isTemplate).toBe(false);
  });

  test('names the configured services, and marks sandboxes as such', () => {
    const names = (env: Record<string, string>) => termsWith(env).parts.processors.map(({ name }) => name);
    expect(names({})).toEqual(['payment', 'wholesale', 'mail']);
    expect(names(GOOGLE)).toEqual(['payment', 'wholesale', 'mail', 'google']);
    expect(names(LIVE)).toEqual(['payment', 'wholesale', 'mail', 'host']);
    const second = { ESIM_ACCESS_CODE: 'code', ESIM_ACCESS_SECRET_KEY: 'secret' };
    expect(names({ ...LIVE, ...second })).toEqual(['payment', 'wholesale', 'wholesale', 'mail', 'host']);
    const hosted = { IDENTITY_SERVICE: 'google', IDENTITY_API_KEY: 'key', IDENTITY_PROJECT_ID: 'shop' };
    expect(names({ ...hosted, IDENTITY_AUTH_DOMAIN: 'shop.example' })).toContain('accounts');
    expect(termsWith(GOOGLE).parts.processors.every(({ isSandbox }) => isSandbox)).toBe(true);
    expect(termsWith(LIVE).parts.processors.some(({ isSandbox }) => isSandbox)).toBe(false);
    // The address of the mail server without its credentials.
    const mail = termsWith(LIVE).parts.processors.find(({ name }) => name === 'mail');
    expect(mail).toMatchObject({ company: 'mail.store.test' });
  });

  test('states the configured periods', () => {
    const { periods } = termsWith({ ORDER_LINK_DAYS: '7', IDENTITY_SESSION_IDLE_DAYS: '90' }).parts;
    expect(periods).toEqual({ sessionIdleDays: 90, orderLinkDays: 7, orderAccessDays: 365 });
  });
});

test('new and changed clauses are marked; a first version has no marks', () => {
  const before = [section('price', '<p>a</p>'), section('use', '<p>b</p>')];
  const now = [section('price', '<p>a</p>'), section('use', '<p>B</p>'), section('law', '<p>c</p>')];
  const marked = (clauses: { id: string | null; isChanged: boolean }[]) =>
    clauses.filter(({ isChanged }) => isChanged).map(({ id }) => id);
  expect(marked(markChanges(now, before))).toEqual(['use', 'law']);
  expect(marked(markChanges(now, undefined))).toEqual([]);
});
