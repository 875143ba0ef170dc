import { rm } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { makeNextVersion } from '../../test/upgrade/next-version.ts';
import type { Node } from './node.ts';
import type { DrillWorld } from './world.ts';

/** Something that happens in data centres, and what buyers may notice of it. */
export type Fault = {
  name: string;
  /** The longest time without an order, as a multiple of Patroni's `ttl`, beside `heldMs`. */
  ttls: number;
  /** While it lasts nothing can be sold, for so long. */
  heldMs?: number;
  /** Only root can do it: it needs machines that are isolated. */
  needsRoot?: boolean;
  /** Resolves when everything runs again that was ended or stopped. */
  happen(world: DrillWorld): Promise<void>;
};

/** A member that is gone, frozen or cut off comes back after so long: more than a fail-over takes. */
const AWAY_MS = 40_000;
const STANDBY_AWAY_MS = 30_000;
const SHORT_MS = 20_000;
/** How long a receiver stays behind before the primary is killed. */
const LAG_MS = 10_000;

/** The two bounds of docs/decisions/0079-cluster.md: a member that is silent, and one that says that it ends. */
const SILENT = 1.5;
const ENDED = SILENT / 2;

/** Comes first: processes that have just started are slow, and a row without a fault shows what this machine can do. */
export const NO_FAULT: Fault = { name: 'none', ttls: ENDED, happen: () => pause(SHORT_MS) };

export const FAULTS: readonly Fault[] = [
  { name: 'switchover', ttls: ENDED, happen: ({ cluster }) => cluster.switchover() },
  {
    name: 'primary killed',
    ttls: ENDED,
    happen: async ({ cluster }) => (await cluster.primary()).killPostgres(),
  },
  {
    name: 'primary frozen',
    ttls: SILENT,
    happen: async ({ cluster }) => frozen([await cluster.primary()], AWAY_MS),
  },
  {
    name: 'primary machine dead',
    ttls: SILENT,
    happen: async (world) => dead(world, await world.cluster.primary(), AWAY_MS),
  },
  {
    name: 'primary cut off',
    ttls: SILENT,
    needsRoot: true,
    happen: async ({ cluster }) => cutOff(await cluster.primary(), AWAY_MS),
  },
  {
    name: 'standby dead',
    ttls: ENDED,
    happen: async (world) => dead(world, (await world.cluster.standbys())[0], STANDBY_AWAY_MS),
  },
  {
    name: 'standby cut off',
    ttls: ENDED,
    needsRoot: true,
    happen: async ({ cluster }) => cutOff((await cluster.standbys())[0], STANDBY_AWAY_MS),
  },
  {
    name: 'both standbys frozen',
    ttls: ENDED,
    heldMs: STANDBY_AWAY_MS,
    happen: async ({ cluster }) => frozen(await cluster.standbys(), STANDBY_AWAY_MS),
  },
  {
    name: 'etcd frozen',
    ttls: ENDED,
    async happen({ cluster }) {
      const thaw = cluster.nodes.map((node) => node.freezeEtcd());
      await pause(AWAY_MS);
      for (const each of thaw) each();
    },
  },
  {
    name: 'disk full',
    ttls: SILENT,
    heldMs: STANDBY_AWAY_MS,
    needsRoot: true,
    async happen({ cluster }) {
      const makeRoom = await (await cluster.primary()).fillDisk();
      await pause(STANDBY_AWAY_MS);
      await makeRoom();
    },
  },
  { name: 'lagging replica', ttls: ENDED, happen: lag },
  {
    name: 'store process killed',
    ttls: ENDED,
    async happen({ shop, env }) {
      await shop.processes[0]!.crash();
      await pause(SHORT_MS);
      await shop.processes[0]!.start(env);
    },
  },
  { name: 'store process frozen', ttls: ENDED, happen: ({ shop }) => shop.processes[0]!.freeze(SHORT_MS) },
  { name: 'rolling upgrade', ttls: ENDED, happen: upgrade },
];

async function frozen(nodes: readonly Node[], ms: number): Promise<void> {
  const thaw = await Promise.all(nodes.map((node) => node.freeze()));
  await pause(ms);
  for (const each of thaw) each();
}

/** The machine loses power. Isolated, it says nothing more; else the kernel still closes its connections. */
async function dead({ cluster: { machines } }: DrillWorld, node: Node, ms: number): Promise<void> {
  if (machines.areIsolated) await node.cut();
  await node.kill();
  await pause(ms);
  if (machines.areIsolated) await node.heal();
  node.start();
}

async function cutOff(node: Node, ms: number): Promise<void> {
  await node.cut();
  await pause(ms);
  await node.heal();
}

/** The standby that is not synchronous receives nothing for a while. Then the primary is killed: it must not take over. */
async function lag({ cluster }: DrillWorld): Promise<void> {
  const [, behind] = await cluster.standbys();
  const goOn = await behind.freezeReceiver();
  await pause(LAG_MS);
  const former = await cluster.primary();
  await former.killPostgres();
  await pause(LAG_MS);
  const successor = await cluster.primary();
  goOn();
  if (successor.name === behind.name) throw new Error(`${behind.name} lacked commits and was promoted`);
}

/**
 * The next version, with a migration, takes the place of one process after the other; then this one comes back, on the
 * tables of the next one.
 */
async function upgrade({ shop, env }: DrillWorld): Promise<void> {
  const next = await makeNextVersion('99.0.0');
  try {
    for (const root of [next.root, undefined])
      for (const each of shop.processes) {
        await each.stop();
        await each.start(env, root);
      }
  } finally {
    await rm(next.root, { recursive: true, force: true });
  }
}
