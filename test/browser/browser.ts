import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface, type Interface } from 'node:readline';
import { AxeBuilder } from '@axe-core/playwright';
import { type BrowserContext, type Page, expect, test as base } from '@playwright/test';
import { MESSAGES } from '#src/i18n/i18n.ts';
import type { Address } from '../support/wire.ts';
import { COMPILE_CACHE } from '../../scripts/launcher/production.mjs';

const ROOT = path.join(import.meta.dirname, '../..');

/** A running product with its surroundings, for browser tests. */
export type BrowserWorld = {
  app: Address;
  stripe: Address;
  airalo: Address;
  /** The second wholesaler; in staging, where it is off, the first one. */
  esimAccess: Address;
  mail: Address;
  oauth: Address;
  sms: Address;
  databaseUrl: string;
};

export const LANGUAGES = ['en', 'fr'] as const;
export type Language = (typeof LANGUAGES)[number];

type WorkerFixtures = {
  /** Environment variables that differ from the defaults of tests. A file that sets them has its own world. */
  settings: Record<string, string>;
  world: BrowserWorld;
};

type TestFixtures = {
  /** The browser's language: `test.use({ language: 'fr' })`, or `forEachLanguage`. */
  language: Language;
  browserErrors: BrowserErrors;
};

/**
 * Console errors (of the Content-Security-Policy too), uncaught errors, and requests outside the product and its
 * sandboxes, on every page of the test. They fail the test at its end, except those that it expects.
 */
export type BrowserErrors = {
  seen: readonly string[];
  /** Declares errors that this test causes. Each pattern must match one. */
  expect(...patterns: RegExp[]): void;
};

/**
 * `test` for all browser tests: one world per worker, `page.goto('/')` opens it, the browser's language comes from the
 * fixture, and unexpected requests and errors fail the test.
 */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  settings: [{}, { option: true, scope: 'worker' }],
  world: [
    async ({ settings }, use) => {
      const child = spawn(process.execPath, ['test/support/world-process.ts', JSON.stringify(settings)], {
        cwd: ROOT,
        env: { ...process.env, NODE_COMPILE_CACHE: COMPILE_CACHE },
        stdio: ['pipe', 'pipe', 'inherit'],
      });
      const started = await addressesIn(createInterface({ input: child.stdout }));
      if (!started) throw new Error('The product did not start; see its output above.');
      await use(started);
      const exited = once(child, 'exit');
      child.stdin.end();
      await exited;
    },
    { scope: 'worker', timeout: 600_000 },
  ],
  language: ['en', { option: true }],
  locale: async ({ language }, use) => use(language === 'fr' ? 'fr-FR' : 'en-US'),
  timezoneId: 'Europe/Paris',
  baseURL: async ({ world }, use) => use(world.app.url),
  browserErrors: [
    async ({ browser, world }, use) => {
      const seen: string[] = [];
      const expected: RegExp[] = [];
      const watch = (context: BrowserContext) => recordErrors(context, world, seen);
      browser.on('context', watch);
      await use({ seen, expect: (...patterns) => void expected.push(...patterns) });
      browser.off('context', watch);
      const unexpected = seen.filter((each) => !expected.some((pattern) => pattern.test(each)));
      const absent = expected.filter((pattern) => !seen.some((each) => pattern.test(each)));
      expect.soft(unexpected, 'errors in the browser that the test does not expect').toEqual([]);
      expect.soft(absent.map(String), 'errors that the test expects').toEqual([]);
    },
    { auto: true },
  ],
});

/**
 * The addresses that a world prints, once it sells. What else is on its output, such as a warning of a busy machine, is
 * passed on. Undefined when its output ends.
 */
function addressesIn(lines: Interface): Promise<BrowserWorld | undefined> {
  return new Promise((resolve) => {
    lines.on('line', (line) => {
      if (line.startsWith('{"app":')) resolve(JSON.parse(line) as BrowserWorld);
      else process.stderr.write(`${line}\n`);
    });
    lines.on('close', () => resolve(undefined));
  });
}

/** The saved page asks the server whether it is back, when the browser does not know that it is cut off. */
const ASKED_OFFLINE = /net::ERR_INTERNET_DISCONNECTED \(\S+\/healthz\)$/;

/** Watches every page of a context, and its windows. */
function recordErrors(context: BrowserContext, world: BrowserWorld, seen: string[]): void {
  const { databaseUrl: _databaseUrl, ...servers } = world;
  const known = new Set(Object.values(servers).map(({ url }) => new URL(url).origin));
  context.on('request', (request) => {
    const { origin, protocol } = new URL(request.url());
    if (protocol.startsWith('http') && !known.has(origin)) seen.push(`request to ${origin}`);
  });
  context.on('console', (message) => {
    const text = `console: ${message.text()} (${message.location().url})`;
    if (message.type() === 'error' && !ASKED_OFFLINE.test(text)) seen.push(text);
  });
  context.on('weberror', (error) => seen.push(`uncaught: ${error.error().message}`));
}

export { expect };

/** Declares the same tests once per language; the titles end with it. */
export function forEachLanguage(declare: (language: Language) => void): void {
  for (const language of LANGUAGES) {
    test.describe(`[${language}]`, () => {
      test.use({ language });
      declare(language);
    });
  }
}

/** Fails with readable lines when axe finds a violation on the page, or a message without words is shown. */
export async function expectAccessible(page: Page): Promise<void> {
  expect(await axeFaults(page)).toEqual([]);
  expect(await rawKeys(page)).toEqual([]);
}

/** Keys of messages that the page shows or names as they are, closed dialogs included: `checkout.signIn.title`. */
async function rawKeys(page: Page): Promise<string[]> {
  return page.evaluate((areas) => {
    const key = new RegExp(`^(${areas.join('|')})(\\.[a-z]\\w*)+$`, 'i');
    const found: string[] = [];
    const note = (text: string | null) => void (key.test(text?.trim() ?? '') && found.push(text!.trim()));
    const texts = document.createTreeWalker(document.documentElement, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) note(texts.currentNode.nodeValue);
    for (const element of document.querySelectorAll('[aria-label], [title], [placeholder], [alt]'))
      for (const name of ['aria-label', 'title', 'placeholder', 'alt']) note(element.getAttribute(name));
    return found;
  }, Object.keys(MESSAGES.en));
}

/**
 * What axe finds on the page, one readable line each. Includes `target-size` (WCAG 2.5.8), which axe leaves out by
 * default.
 */
export async function axeFaults(page: Page): Promise<string[]> {
  // Turns transitions off. A colour in transition, such as that of a button being enabled, has no final contrast.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.evaluate(() => {
    const passing = document
      .getAnimations()
      .filter((each) => Number.isFinite(each.effect?.getComputedTiming().endTime));
    return Promise.allSettled(passing.map(({ finished }) => finished));
  });
  const { violations } = await new AxeBuilder({ page })
    // One document without frames: no second page is needed to merge results. Details are given for violations only.
    .setLegacyMode()
    .options({ resultTypes: ['violations'], rules: { 'target-size': { enabled: true } } })
    .analyze();
  return violations.map(
    ({ id, help, nodes }) => `${id}: ${help} (${nodes.map(({ target }) => target.join(' ')).join(', ')})`,
  );
}
