import type { Usage } from '#src/modules/fulfilment/wholesaler.ts';
import { createEsimAccess } from '#src/adapters/esim-access.ts';
import { control, until } from '../support/wire.ts';
import { withSandbox } from './airalo-support.ts';
import { CREDENTIALS, receiver, startSandbox } from './esim-access-sandbox.ts';

/* Both wholesalers, with their sandboxes on the wire, as the tests of the lives see them. */

/** Plans of both: 1 GB for 7 days that starts at the connection, and one that starts at the installation. */
type Kind = 'france' | 'at-installation';

export type Bought = { iccid: string; usage(): Promise<Usage> };
export type Shop = {
  url: string;
  /** The call that reads a usage. */
  usageCall: string;
  hook: Awaited<ReturnType<typeof receiver>>;
  buy(kind?: Kind): Promise<Bought>;
  live(esim: Bought, ...acts: unknown[]): Promise<unknown>;
  order(verbs: Record<string, unknown>): Promise<Record<string, unknown>>;
  reset(): Promise<unknown>;
  close(): Promise<void>;
};

const KINDS = {
  airalo: { france: 'france-7days-1gb', 'at-installation': 'canada-7days-1gb' },
  'esim-access': { france: 'FR_1_7', 'at-installation': 'TR_1_7' },
};

let nextReference = 1;
const newReference = () => `cairn-life-${nextReference++}`;

const common = (url: string, hook: Shop['hook']) => ({
  url,
  hook,
  live: ({ iccid }: Bought, ...acts: unknown[]) => control({ url }, { life: { iccid, acts } }),
  order: (verbs: Record<string, unknown>) => control({ url }, verbs),
});

async function startAiralo(): Promise<Shop> {
  const hook = await receiver();
  const world = await withSandbox();
  return {
    ...common(world.url, hook),
    usageCall: 'sims.usage',
    async buy(kind = 'france') {
      const reference = newReference();
      const packageId = KINDS.airalo[kind];
      const outcome = await world.airalo.placeOrder({ packageId, reference, netPriceCents: 1000 });
      const iccid = outcome.kind === 'done' ? outcome.order.sim!.iccid : '';
      return { iccid, usage: () => world.airalo.usage({ iccid, reference }) };
    },
    async reset() {
      world.tokens.held = null;
      await world.control({ reset: true, webhook: { url: hook.url } });
    },
    async close() {
      await world.close();
      hook.close();
    },
  };
}

async function startEsimAccess(): Promise<Shop> {
  const hook = await receiver();
  const world = await startSandbox(hook.url);
  const client = createEsimAccess({ url: world.url, ...CREDENTIALS, timeoutMs: 10_000, againMs: 50 });
  return {
    ...common(world.url, hook),
    usageCall: 'profiles.query',
    async buy(kind = 'france') {
      const reference = newReference();
      const { iccid } = (await world.bought(reference, KINDS['esim-access'][kind]))[0]!;
      // The message about the order is no part of the life.
      await until(() => hook.received.some(({ content }) => content['transactionId'] === reference));
      hook.received.length = 0;
      return { iccid, usage: () => client.usage({ iccid, reference }) };
    },
    reset: () => world.control({ reset: true, allocate: { after_ms: 0 }, webhook: { url: hook.url } }),
    async close() {
      await world.close();
      hook.close();
    },
  };
}

export const SHOPS: Record<keyof typeof KINDS, () => Promise<Shop>> = {
  airalo: startAiralo,
  'esim-access': startEsimAccess,
};
