import { readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import sharp from 'sharp';
import { createAccount } from '#test/support/accounts.ts';
import { order, post } from '#test/support/shop.ts';
import { until } from '#test/support/wire.ts';
import { NO_LIMITS, quantile, startApp } from './running-app.ts';

/**
 * `node bench/edges.ts`: 300 event streams, 24 photo uploads and a flood of payments at once. Prints the home page's
 * p99 and its idle p99 of the same run (at most 5 times), and the change of RSS one minute later (at most 20 %).
 * Callers use different networks, and five streams share an order, so that rate limits do not apply. Exits with 1 when
 * a limit is missed. Linux only: RSS is read from /proc.
 */
const STREAMS = 300;
const ORDERS = 60;
const UPLOADS = 24;
const PAYERS = 8;
const IDLE_MS = 10_000;
const LOAD_MS = 20_000;
const AFTER_MS = 60_000;

const app = await startApp({
  ...NO_LIMITS,
  TRUSTED_PROXIES: '127.0.0.1',
  LIMIT_ORDERS_PER_ADDRESS: '1000000',
  LIMIT_PHOTOS_PER_ADDRESS: '1000000',
});
/** A caller from its own network. */
const from = (caller: number) => ({ 'x-forwarded-for': `198.18.${caller >> 8}.${caller & 255}` });
const rssMb = async () => Number(/VmRSS:\s+(\d+)/.exec(await readFile(`/proc/${app.pid}/status`, 'utf8'))?.[1]) / 1_024;

async function homeFor(ms: number): Promise<number[]> {
  const times: number[] = [];
  const end = performance.now() + ms;
  while (performance.now() < end) {
    const start = performance.now();
    await (await fetch(app.url)).arrayBuffer();
    times.push(performance.now() - start);
    await pause(10);
  }
  return times;
}

try {
  await until(async () => (await (await fetch(`${app.url}/api/offers`)).text()).includes('"available":true'), {
    what: 'plans are checked',
  });
  const buyers: Awaited<ReturnType<typeof order>>[] = [];
  for (let turn = 0; turn < ORDERS; turn += 1) buyers.push(await order(app, {}, from(turn)));
  const people: Awaited<ReturnType<typeof createAccount>>[] = [];
  for (let turn = 0; turn < UPLOADS; turn += 1) people.push(await createAccount(app));
  // The largest picture that is accepted and decoded as a whole.
  const plain = sharp({ create: { width: 4_000, height: 4_000, channels: 3, background: '#0052FF' } });
  const picture = new Uint8Array(await plain.jpeg({ progressive: true }).toBuffer());

  await homeFor(2_000);
  const idle = await homeFor(IDLE_MS);
  const before = await rssMb();

  const leaving = new AbortController();
  const streams = Array.from({ length: STREAMS }, async (_each, turn) => {
    const buyer = buyers[turn % ORDERS]!;
    const answer = await fetch(`${app.url}/api/orders/${buyer.order.id}/events`, {
      headers: { cookie: buyer.cookie, ...from(turn) },
      signal: leaving.signal,
    });
    if (answer.ok) void answer.body?.pipeTo(new WritableStream()).catch(() => undefined);
    return answer.status;
  });
  const uploads = people.map(async ({ idToken }, turn) => {
    const headers = { authorization: `Bearer ${idToken}`, 'content-type': 'image/jpeg', ...from(1_000 + turn) };
    return (await fetch(`${app.url}/api/account/photo`, { method: 'PUT', body: picture, headers })).status;
  });
  const until20s = performance.now() + LOAD_MS;
  const payments = Array.from({ length: PAYERS }, async (_each, payer) => {
    const statuses: number[] = [];
    for (let turn = payer; performance.now() < until20s; turn += PAYERS) {
      const buyer = buyers[turn % ORDERS]!;
      const headers = { cookie: buyer.cookie, ...from(2_000 + turn) };
      const answer = await post(app, `/api/orders/${buyer.order.id}/payment`, {}, headers);
      await answer.arrayBuffer();
      statuses.push(answer.status);
    }
    return statuses;
  });
  let peak = before;
  const watch = setInterval(() => void rssMb().then((now) => (peak = Math.max(peak, now))), 250);
  const busy = await homeFor(LOAD_MS);
  const opened = await Promise.all(streams);
  const uploaded = await Promise.all(uploads);
  const paid = (await Promise.all(payments)).flat();
  clearInterval(watch);
  leaving.abort();
  await pause(AFTER_MS);
  const after = await rssMb();

  const [idleP99, busyP99] = [quantile(idle, 0.99), quantile(busy, 0.99)];
  const [slower, kept] = [busyP99 / idleP99, after / before - 1];
  const counted = (statuses: readonly number[]) =>
    JSON.stringify(
      Object.fromEntries([...Map.groupBy(statuses, (status) => status)].map(([s, all]) => [s, all.length])),
    );
  process.stdout.write(
    `home p99        ${idleP99.toFixed(1)} ms idle, ${busyP99.toFixed(1)} ms under load: ${slower.toFixed(1)}x of 5x (${busy.length} requests)
RSS             ${before.toFixed(0)} MB before, ${peak.toFixed(0)} MB at most, ${after.toFixed(0)} MB a minute after: ${(kept * 100).toFixed(0)} % of 20 %
streams         ${counted(opened)}
uploads         ${counted(uploaded)}
payment calls   ${counted(paid)}
`,
  );
  if (slower > 5 || kept > 0.2) process.exitCode = 1;
} finally {
  await app.close();
}
