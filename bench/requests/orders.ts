import { orderRequest } from '#test/support/shop.ts';
import { cpuMs, median } from '../running-app.ts';
import { drive, fetchOnce, getRequest, postRequest } from './connections.ts';
import { measureServer, PAGES, type Setting } from './pages.ts';

/**
 * CPU of the application for an order created, 16 callers, with the payment vendor's sandbox answering at once in this
 * process, as a multiple of raw's for the catalogue JSON in the same round.
 */
export async function measureOrders({ app, raw, rounds, seconds }: Setting) {
  const json = getRequest(PAGES.json.path);
  await raw.copy(PAGES.json.path, await fetchOnce(app.url, json));
  const own: number[] = [];
  const bare: number[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    const { ms } = await measureServer(raw, json, seconds);
    const before = await cpuMs(app.pid);
    // Enough orders that what goes on in the process anyway does not count.
    const { count } = await drive(app.url, () => postRequest('/api/orders', orderRequest()), {
      seconds: seconds * 2,
      status: 201,
    });
    // The first round warms up.
    if (round === 0) continue;
    own.push(((await cpuMs(app.pid)) - before) / count);
    bare.push(ms);
  }
  return { cpu: median(own.map((ms, round) => ms / bare[round]!)), ms: median(own), rawMs: median(bare) };
}
