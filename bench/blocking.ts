import path from 'node:path';
import { parseArgs } from 'node:util';
import { type Browser, chromium, devices } from '@playwright/test';
import { until } from '#test/support/wire.ts';
import { get, median, startApp } from './running-app.ts';

/**
 * `node bench/blocking.ts --beside CHECKOUT [--page /]`: total blocking time of a page on a slow phone (a quarter of
 * this machine's speed), here and in another built checkout, alternating within one run. It sums what tasks take beyond
 * 50 ms each, from the first paint until two seconds without activity. CHROMIUM_PATH names a browser when Playwright
 * has none of its own.
 */
const { values } = parseArgs({
  options: {
    beside: { type: 'string' },
    page: { type: 'string', default: '/' },
    loads: { type: 'string', default: '7' },
  },
});
const THROTTLED = 4;
const roots = { before: values.beside, here: path.join(import.meta.dirname, '..') };

const apps: { name: string; url: string; close: () => Promise<void>; times: { blocking: number; script: number }[] }[] =
  [];
const browser = await chromium.launch({
  executablePath: process.env['CHROMIUM_PATH'],
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
});
try {
  for (const [name, root] of Object.entries(roots)) {
    if (root === undefined) continue;
    const app = await startApp({}, path.resolve(root));
    apps.push({ name, url: app.url, close: () => app.close(), times: [] });
    await until(async () => (await get(`${app.url}/api/offers`)).toString().includes('"available":true'), {
      what: 'plans are checked',
    });
  }
  for (let load = 0; load <= Number(values.loads); load += 1)
    for (const app of apps) {
      const time = await visit(browser, app.url + values.page);
      if (load > 0) app.times.push(time);
    }
} finally {
  await browser.close();
  for (const app of apps) await app.close();
}
for (const { name, times } of apps) {
  const [blocking, script] = (['blocking', 'script'] as const).map((figure) => times.map((time) => time[figure]));
  process.stdout.write(
    `${name.padEnd(8)} blocked ${median(blocking!).toFixed(0)} ms (${Math.min(...blocking!).toFixed(0)} to ${Math.max(...blocking!).toFixed(0)}), scripts ${median(script!).toFixed(0)} ms\n`,
  );
}

async function visit(browser: Browser, url: string): Promise<{ blocking: number; script: number }> {
  const context = await browser.newContext({ ...devices['Pixel 7'] });
  const page = await context.newPage();
  const client = await context.newCDPSession(page);
  await client.send('Emulation.setCPUThrottlingRate', { rate: THROTTLED });
  await client.send('Performance.enable');
  await page.addInitScript(() => {
    const tasks: { start: number; duration: number }[] = [];
    Object.assign(window, { tasks });
    new PerformanceObserver((list) => {
      for (const { startTime, duration } of list.getEntries()) tasks.push({ start: startTime, duration });
    }).observe({ type: 'longtask', buffered: true });
  });
  await page.goto(url, { waitUntil: 'networkidle' });
  await page.waitForTimeout(2_000);
  const blocking = await page.evaluate(() => {
    const painted = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0;
    return (window as unknown as { tasks: { start: number; duration: number }[] }).tasks
      .filter(({ start, duration }) => start + duration > painted)
      .reduce((sum, { duration }) => sum + Math.max(0, duration - 50), 0);
  });
  const { metrics } = await client.send('Performance.getMetrics');
  await context.close();
  return { blocking, script: 1_000 * (metrics.find(({ name }) => name === 'ScriptDuration')?.value ?? 0) };
}
