import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompressSync, constants } from 'node:zlib';
import { bought } from '#test/support/shop.ts';
import { until } from '#test/support/wire.ts';
import { startApp } from './running-app.ts';

/**
 * Lighthouse on a phone (its mobile settings with simulated throttling), the median of several runs, on five pages:
 * home, a destination, the shop, a help answer and a delivered order. Each alternates with the same HTML without
 * scripts, which is the best possible result on this machine. Accessibility, best practices and the SEO of public pages
 * must be 100. Performance must be at least 98, or at most 4 below the page without scripts.
 *
 *     node bench/lighthouse.ts [runs: 5] [page …]
 *
 * Lighthouse is no dependency of the project: the first run installs it into .cache/. Chromium: $CHROME_PATH, by
 * default /usr/bin/chromium.
 */
const VERSION = '13.5.0';
const HOME = path.join(import.meta.dirname, '..', '.cache', `lighthouse-${VERSION}`);
const CLI = path.join(HOME, 'node_modules/lighthouse/cli/index.js');
const CHROME_FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
].join(' ');
const BEST = 98;
const BELOW_BARE = 4;

type Scores = { performance: number; accessibility: number; 'best-practices': number; seo: number };
type Report = {
  categories: Record<keyof Scores, { score: number | null; auditRefs: { id: string; weight: number }[] }>;
  audits: Record<string, { id: string; score: number | null; displayValue?: string; title: string }>;
};

const run = promisify(execFile);
const runs = Number(process.argv[2] ?? 5);
const only = process.argv.slice(3);

await install();
const app = await startApp();
// Refused until the first read of the wholesaler's list.
const buyer = await until(() => bought(app, { planId: 'france-3gb' }));
const PAGES: { name: string; path: string; isPublic: boolean }[] = [
  { name: 'home', path: '/', isPublic: true },
  { name: 'destination', path: '/plans/local/japan', isPublic: true },
  { name: 'plans', path: '/plans', isPublic: true },
  { name: 'help', path: '/help/locked-phone', isPublic: true },
  { name: 'order', path: `/orders/${buyer.order.id}`, isPublic: false },
];
const bare = await serveBare(app.url);
let failed = false;
console.log('| Page | Performance | Without scripts | LCP | TBT | CLS | Accessibility | Best practices | SEO |');
console.log('|---|---|---|---|---|---|---|---|---|');
try {
  for (const page of PAGES.filter(({ name }) => only.length === 0 || only.includes(name))) await measure(page);
} finally {
  bare.server.close();
  await app.close();
}
process.exit(failed ? 1 : 0);

async function measure(page: (typeof PAGES)[number]): Promise<void> {
  const full: Report[] = [];
  const plain: Report[] = [];
  for (let turn = 0; turn < runs; turn++) {
    full.push(await audit(app.url + page.path));
    plain.push(await audit(bare.url + page.path, 'performance'));
  }
  const score = (reports: Report[], category: keyof Scores) =>
    median(reports.map(({ categories }) => Math.round((categories[category]?.score ?? 0) * 100)));
  const [performance, best] = [score(full, 'performance'), score(plain, 'performance')];
  const others = (['accessibility', 'best-practices', 'seo'] as const).map((category) => score(full, category));
  const value = (id: string) => full[0]!.audits[id]?.displayValue ?? '';
  console.log(
    `| ${page.name} | ${performance} | ${best} | ${value('largest-contentful-paint')} | ${value('total-blocking-time')} | ` +
      `${value('cumulative-layout-shift')} | ${others.join(' | ')} |`,
  );
  const wanted = page.isPublic ? others : others.slice(0, 2);
  if (wanted.every((each) => each === 100) && (performance >= BEST || performance >= best - BELOW_BARE)) return;
  failed = true;
  for (const category of ['accessibility', 'best-practices', ...(page.isPublic ? (['seo'] as const) : [])] as const)
    for (const { id, weight } of full[0]!.categories[category].auditRefs)
      if (weight > 0 && (full[0]!.audits[id]?.score ?? 1) < 1)
        console.log(`  ${page.name}: ${full[0]!.audits[id]!.title}`);
}

async function audit(url: string, categories = 'performance,accessibility,best-practices,seo'): Promise<Report> {
  const headers = path.join(HOME, 'headers.json');
  await writeFile(headers, JSON.stringify({ Cookie: buyer.cookie }));
  const args = [
    CLI,
    url,
    '--output=json',
    '--quiet',
    `--only-categories=${categories}`,
    `--chrome-flags=${CHROME_FLAGS}`,
  ];
  const isOrder = url.includes('/orders/');
  const lighthouse = () =>
    run(process.execPath, isOrder ? [...args, `--extra-headers=${headers}`] : args, {
      maxBuffer: 64 * 2 ** 20,
      env: { ...process.env, CHROME_PATH: process.env['CHROME_PATH'] ?? '/usr/bin/chromium' },
    });
  // Chromium sometimes records no start of the navigation (NO_NAVSTART). That run is repeated.
  const { stdout } = await lighthouse().catch((error: unknown) => {
    if (String((error as { stderr?: unknown }).stderr).includes('NO_NAVSTART')) return lighthouse();
    throw error;
  });
  return JSON.parse(stdout) as Report;
}

/** Serves the pages of the application without scripts, and passes all other responses on. */
async function serveBare(origin: string): Promise<{ url: string; server: Server }> {
  const server = createServer((request, response) => {
    const wanted = { cookie: request.headers.cookie ?? '', 'accept-language': 'en' };
    fetch(origin + request.url, { headers: wanted, redirect: 'manual' })
      .then(async (answer) => {
        const type = answer.headers.get('content-type') ?? '';
        const isPage = type.startsWith('text/html');
        const body = Buffer.from(await answer.arrayBuffer());
        const sent = isPage ? withoutScripts(body.toString()) : body;
        const cache = answer.headers.get('cache-control');
        response.writeHead(answer.status, {
          'content-type': type,
          'content-encoding': 'br',
          ...(cache && { 'cache-control': cache }),
        });
        response.end(brotliCompressSync(sent, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }));
      })
      .catch((error: unknown) => response.writeHead(502).end(String(error)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server };
}

function withoutScripts(html: string): string {
  return html
    .replaceAll(/<script\b[^>]*>[\s\S]*?<\/script>/g, '')
    .replaceAll(/<link\b[^>]*rel="modulepreload"[^>]*>/g, '');
}

async function install(): Promise<void> {
  if (existsSync(CLI) && (await readFile(CLI, 'utf8')).length > 0) return;
  await mkdir(HOME, { recursive: true });
  console.error(`installing lighthouse ${VERSION} …`);
  await run('npm', ['install', '--no-save', '--no-audit', '--no-fund', '--prefix', HOME, `lighthouse@${VERSION}`]);
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;
}
