import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { chromium } from '@playwright/test';
import { startTestCluster } from '#test/support/cluster.ts';
import { bought } from '#test/support/shop.ts';

/**
 * `node bench/offline.ts`: milliseconds from opening an offline copy without a network to the QR code and the steps,
 * each time in a new page. CHROMIUM_PATH names the browser.
 */
const TIMES = 20;

const stopCluster = await startTestCluster();
const world = spawn(process.execPath, ['test/support/world-process.ts'], {
  cwd: path.join(import.meta.dirname, '..'),
  env: { ...process.env, NODE_ENV: 'production' },
  stdio: ['pipe', 'pipe', 'inherit'],
});
const browser = await chromium.launch({
  executablePath: process.env['CHROMIUM_PATH'],
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
});
try {
  const [line] = await once(createInterface({ input: world.stdout }), 'line');
  const { app } = JSON.parse(String(line)) as { app: { url: string } };
  const { order, cookie } = await bought(app);
  const [name = '', value = ''] = cookie.split('=');
  const context = await browser.newContext({ baseURL: app.url });
  await context.addCookies([{ name, value, url: app.url, httpOnly: true }]);
  const page = await context.newPage();
  await page.goto(`/orders/${order.id}`);
  await page.getByRole('button', { name: 'Keep on this phone' }).click();
  await page.getByRole('heading', { name: 'Kept on this phone' }).waitFor();
  await context.setOffline(true);
  for (const address of ['/', `/orders/${order.id}`]) {
    const times: number[] = [];
    for (let turn = 0; turn < TIMES; turn += 1) {
      const opened = await context.newPage();
      const before = performance.now();
      await opened.goto(address);
      await opened.locator('svg.qr').waitFor();
      await opened.locator('.off-steps li').first().waitFor();
      times.push(performance.now() - before);
      await opened.close();
    }
    times.sort((a, b) => a - b);
    process.stdout.write(
      `${address.replace(order.id, '…')}: median ${times[TIMES / 2]!.toFixed(0)} ms, slowest ${times.at(-1)!.toFixed(0)} ms\n`,
    );
  }
} finally {
  await browser.close();
  const ended = once(world, 'exit');
  world.stdin.end();
  await ended;
  await stopCluster();
}
