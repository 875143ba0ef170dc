import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createAiralo, type AiraloOptions } from '#src/adapters/airalo.ts';
import type { TokenStore, WholesaleToken } from '#src/modules/fulfilment/wholesaler.ts';
import { start } from '#sandbox/airalo/server.ts';

export const CREDENTIALS = { clientId: 'client-of-tests', clientSecret: 'secret/of tests' };

/** Nothing is known about the orders that are searched for. */
export const KNOWN = { since: null, vendorOrderId: null };

/** A token store in memory that counts how often a token was fetched. */
export function memoryTokens(): TokenStore & { fetched: number; held: WholesaleToken | null } {
  let pending: Promise<WholesaleToken> | null = null;
  const store = {
    fetched: 0,
    held: null as WholesaleToken | null,
    read: async () => store.held,
    renew(fetchNew: () => Promise<WholesaleToken>) {
      pending ??= (async () => {
        try {
          store.fetched += 1;
          return (store.held = await fetchNew());
        } finally {
          pending = null;
        }
      })();
      return pending;
    },
    async forget(token: string) {
      if (store.held?.token === token) store.held = null;
    },
  };
  return store;
}

export function tempDir() {
  const dir = mkdtempSync(join(tmpdir(), 'cairn-airalo-'));
  return { dir, remove: () => rmSync(dir, { recursive: true, force: true }) };
}

export type SandboxOrder = {
  id: number;
  description: string;
  package_id: string;
  sims: { iccid: string; matching_id: string }[];
};

export type SandboxRefund = { id: string; iccids: string[]; reason: string; notes: string | null };

/** Control calls and queries for a running sandbox. */
export function remote(url: string) {
  const json = async (response: Response) => {
    const body: unknown = await response.json();
    if (!response.ok) throw new Error(`${response.status} ${JSON.stringify(body)}`);
    return body;
  };
  return {
    control: async (order: object) =>
      json(await fetch(`${url}/_sandbox/control`, { method: 'POST', body: JSON.stringify(order) })),
    waiting: async (call: string) =>
      ((await json(await fetch(`${url}/_sandbox/control`))) as { waiting: Record<string, number> }).waiting[call] ?? 0,
    orders: async () => ((await json(await fetch(`${url}/_sandbox/ledger`))) as { orders: SandboxOrder[] }).orders,
    ledger: async () => (await json(await fetch(`${url}/_sandbox/ledger`))) as { refunds: SandboxRefund[] },
  };
}

/** A sandbox and a client for it. */
export async function withSandbox(options: Partial<AiraloOptions> = {}) {
  const { dir, remove } = tempDir();
  const sandbox = await start({ port: 0, dataDir: dir, ...CREDENTIALS });
  const tokens = memoryTokens();
  const client = (more: Partial<AiraloOptions> = {}) =>
    createAiralo({ url: sandbox.url, ...CREDENTIALS, timeoutMs: 30_000, tokenStore: tokens, ...options, ...more });
  return {
    url: sandbox.url,
    tokens,
    client,
    airalo: client(),
    ...remote(sandbox.url),
    async close() {
      await sandbox.close();
      remove();
    },
  };
}
