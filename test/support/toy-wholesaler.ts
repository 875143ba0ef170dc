import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * A wholesaler in the memory of a test, with a wire of its own: validity in hours, data in bytes, prices in thousandths,
 * orders that are put under the buyer's reference and have their profile later. It has no list of orders, no balance and
 * no list of devices. `toy-wholesaler-adapter.ts` is its adapter.
 */

export type ToyOffer = {
  code: string;
  lands: string[];
  bytes: number;
  hours: number;
  mills: number;
  coin: string;
  starts: 'ON_USE' | 'ON_INSTALL';
};
type Chip = 'ON_SERVER' | 'LOADED' | 'IN_PHONE' | 'ON';
type Profile = { iccid: string; host: string; code: string };
type ToyOrder = { number: number; ref: string; offer: string; mills: number; coin: string; at: number };
type Made = ToyOrder & { profile: Profile; all: number; left: number; ends: number | null; chip: Chip };

const GB = 1024 ** 3;
/** Offers per page. */
const PAGE = 2;
/** The host of its profiles. */
export const TOY_HOST = 'rsp.toy-sims.example';

export const toyOffer = (code: string, changes: Partial<ToyOffer> = {}): ToyOffer => ({
  code,
  lands: ['FR'],
  bytes: GB,
  hours: 7 * 24,
  mills: 1_234,
  coin: 'USD',
  starts: 'ON_USE',
  ...changes,
});

export type ToyWholesaler = Awaited<ReturnType<typeof createToyWholesaler>>;

/**
 * What becomes of an order. `refused`, `unknown-offer`: nothing is made. `refused-after`: made, and answered as refused.
 * `lost`: made, and its answer is lost. `failed`: nothing is made, status 500. `hangs`: nothing is made, no answer.
 * `late`: no answer, made two seconds later.
 */
export type ToyAct = 'made' | 'refused' | 'unknown-offer' | 'refused-after' | 'lost' | 'failed' | 'hangs' | 'late';

/** An order or a look-up that has arrived, and what it met. */
export type ToyEvent = { at: number; ref: string; kind: 'order'; act: ToyAct } | ToyLook;
type ToyLook = { at: number; ref: string; kind: 'look'; found: boolean };

const LATE_MS = 2_000;

/** It has an address, where it does not listen before `open`. */
export async function createToyWholesaler({ acts }: { acts?: (ref: string) => ToyAct } = {}) {
  const events: ToyEvent[] = [];
  const offers = new Map<string, ToyOffer>();
  const orders = new Map<string, Made>();
  const calls: string[] = [];
  let [next, refusal, losesAnswer] = [1, null as string | null, false];

  function put(ref: string, code: string): Made | string {
    const known = orders.get(ref);
    if (known) return known;
    if (refusal !== null) return refusal;
    return offers.has(code) ? make(ref, code) : 'NO_SUCH_OFFER';
  }

  function make(ref: string, code: string): Made {
    const number = next++;
    const profile = { iccid: `8988${String(number).padStart(15, '0')}`, host: TOY_HOST, code: `TOY-${number}` };
    const { mills, coin, bytes } = offers.get(code)!;
    const state = { all: bytes, left: bytes, ends: null, chip: 'ON_SERVER' as const };
    const made: Made = { number, ref, offer: code, mills, coin, at: Date.now(), profile, ...state };
    orders.set(ref, made);
    return made;
  }

  /** The answer to an order that is not simply made; null: none. */
  function meet(act: ToyAct, ref: string, code: string): [number, object] | null {
    if (act === 'refused-after' || act === 'lost') put(ref, code);
    if (act === 'late') setTimeout(() => put(ref, code), LATE_MS);
    if (act === 'lost' || act === 'hangs' || act === 'late') return null;
    if (act === 'failed') return [500, {}];
    return [409, { why: act === 'unknown-offer' ? 'NO_SUCH_OFFER' : 'SOLD_OUT' }];
  }

  /** The status and the body of an answer; null: there is none. */
  function answer(method: string, path: string, query: URLSearchParams, body: Record<string, string>) {
    const [, room, id = ''] = path.split('/').map(decodeURIComponent);
    switch (`${method} ${room}`) {
      case 'POST passes':
        return [body['secret'] === 'toy-secret' ? 200 : 401, { pass: `pass of ${body['account']}`, seconds: 3_600 }];
      case 'GET offers': {
        const from = Number(query.get('from') ?? 0);
        const page = [...offers.values()].slice(from, from + PAGE);
        return [200, { offers: page, next: from + PAGE < offers.size ? from + PAGE : null }];
      }
      case 'PUT orders': {
        const act = acts?.(id) ?? 'made';
        events.push({ at: Date.now(), ref: id, kind: 'order', act });
        if (act !== 'made') return meet(act, id, body['offer']!);
        const made = put(id, body['offer']!);
        // The profile is made a moment later.
        return typeof made === 'string' ? [409, { why: made }] : [202, { ...orderOf(made), profile: null }];
      }
      case 'GET orders': {
        const made = orders.get(id);
        events.push({ at: Date.now(), ref: id, kind: 'look', found: made !== undefined });
        return made ? [200, orderOf(made)] : [404, {}];
      }
      case 'GET profiles': {
        const made = [...orders.values()].find(({ profile }) => profile.iccid === id);
        if (!made) return [404, {}];
        const { all, left, ends, chip } = made;
        return [200, { all, left, ends, chip }];
      }
      default:
        return [501, {}];
    }
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url!, 'http://toy');
    const text = Buffer.concat(await request.toArray()).toString();
    const isSigned = pathname === '/passes' || String(request.headers['x-pass']).startsWith('pass of ');
    const answered = isSigned
      ? answer(request.method!, pathname, searchParams, text === '' ? {} : JSON.parse(text))
      : [401, {}];
    // The client gives up when its time is over.
    if (answered === null) return;
    const [status, body] = answered;
    calls.push(`${request.method} ${pathname} ${status}`);
    if (request.method === 'PUT' && losesAnswer) {
      losesAnswer = false;
      request.socket.destroy();
      return;
    }
    response.writeHead(Number(status), { 'content-type': 'application/json' }).end(JSON.stringify(body));
  }

  const server = createServer((request, response) => void handle(request, response));
  const listen = async (at: number) => {
    server.listen(at, '127.0.0.1');
    await once(server, 'listening');
    return (server.address() as AddressInfo).port;
  };
  const close = async () => {
    if (!server.listening) return;
    const closed = once(server, 'close');
    server.close();
    server.closeAllConnections();
    await closed;
  };
  const port = await listen(0);
  await close();

  return {
    url: `http://127.0.0.1:${port}`,
    open: () => listen(port),
    /** It can't be reached until it is opened again. */
    close,
    offers,
    /** By our reference. */
    orders,
    /** What has arrived about orders, oldest first. */
    events,
    /** Each call with its status, oldest first. */
    calls,
    set: (offer: ToyOffer) => void offers.set(offer.code, offer),
    /** Makes an order without a call. */
    make,
    /** The number of its next order. */
    number: (value: number) => void (next = value),
    refuse: (why: string | null) => void (refusal = why),
    /** The next order is made, and its answer is lost. */
    loseAnswer: () => void (losesAnswer = true),
  };
}

const orderOf = ({ number, ref, offer, mills, coin, at, profile }: Made) => {
  return { number, ref, offer, mills, coin, at, profile };
};
