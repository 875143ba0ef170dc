import { parseArgs } from 'node:util';
import { chromium, type Browser } from '@playwright/test';
import type { OrderView } from '#src/shared/views.ts';
import { order } from '#test/support/shop.ts';
import { payHosted, until } from '#test/support/wire.ts';
import { createChaosWorld } from './chaos/world.ts';

/**
 * `node bench/delivery.ts [--purchases 50] [--screen]`: seconds from the paying click to the eSIM in the order page's
 * event stream, or, with --screen, to the QR code on the screen in Chromium (CHROMIUM_PATH names a browser). Purchases
 * run one after the other, on the application as a process with its own durable PostgreSQL. Payment vendor, wholesaler
 * and mail server are the sandboxes on this machine, so this measures only our own share.
 */
const { values } = parseArgs({
  options: { purchases: { type: 'string', default: '50' }, screen: { type: 'boolean', default: false } },
});
const world = await createChaosWorld({ LOG_LEVEL: 'info', SWEEP_SECONDS: '60', WORKER_HEARTBEAT_SECONDS: '15' });
const times: number[] = [];
try {
  await world.start();
  await until(async () => (await world.query('select 1 from wholesale_lists where packages > 0 limit 1')).length > 0, {
    what: 'plans are checked',
  });
  const browser = values.screen
    ? await chromium.launch({
        executablePath: process.env['CHROMIUM_PATH'],
        args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
      })
    : undefined;
  for (let n = 0; n < Number(values.purchases); n += 1)
    times.push(browser ? await payOnScreen(browser) : await payAndWait());
  await browser?.close();
} finally {
  await world.close();
}
times.sort((a, b) => a - b);
const at = (share: number) =>
  ((times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0) / 1000).toFixed(2);
process.stdout.write(
  `${times.length} purchases, seconds from paying to the ${values.screen ? 'QR on the screen' : 'eSIM'}: p50 ${at(0.5)}, p95 ${at(0.95)}, worst ${at(1)}\n`,
);

/** Milliseconds from the submit of the payment page to the first event with the eSIM. */
async function payAndWait(): Promise<number> {
  const buyer = await order({ url: world.appUrl });
  const since = performance.now();
  const { location } = await payHosted(buyer.paymentUrl);
  if (!location?.startsWith(world.appUrl)) throw new Error('the payment was not taken');
  const stream = await fetch(`${world.appUrl}/api/orders/${buyer.order.id}/events`, {
    headers: { cookie: buyer.cookie },
    signal: AbortSignal.timeout(30_000),
  });
  let text = '';
  for await (const chunk of stream.body ?? []) {
    text += Buffer.from(chunk).toString();
    const events = text.split('\n\n');
    text = events.pop() ?? '';
    for (const event of events) {
      const data = /^data: (.*)$/m.exec(event)?.[1];
      if (data && (JSON.parse(data) as OrderView).esim) return performance.now() - since;
    }
  }
  throw new Error('the stream ended before the eSIM came');
}

/** Milliseconds from the click on the payment page to the QR code, in a fresh browser context. */
async function payOnScreen(browser: Browser): Promise<number> {
  const page = await browser.newPage();
  await page.goto(`${world.appUrl}/checkout/france-3gb`);
  await page.getByLabel('Email').fill(`screen-${Math.random().toString(36).slice(2)}@example.com`);
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: /^Pay/ }).click();
  await page.getByLabel('Card number').fill('4242424242424242');
  await page.getByLabel(/^Expiry/).fill('12/40');
  await page.getByLabel(/CVC/).fill('123');
  await page.getByLabel('Cardholder name').fill('Test Traveller');
  const since = performance.now();
  await page.getByRole('button', { name: /^Pay/ }).click();
  await page.getByRole('img', { name: /QR/ }).first().waitFor();
  const took = performance.now() - since;
  await page.context().close();
  return took;
}
