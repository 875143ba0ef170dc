import { cert, deleteApp, initializeApp, type App } from 'firebase-admin/app';
import { getAuth, type Auth } from 'firebase-admin/auth';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import https from 'node:https';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Duplex } from 'node:stream';
import tls from 'node:tls';
import { authorityCertificate } from '#src/modules/installation/authority-store.ts';
import type { KeyFile } from '#src/modules/service-accounts/service-accounts.ts';
import type { World } from './world.ts';

/**
 * Connects every request to our listener and trusts only our certificate authority, as docs/operations.md tells
 * merchants to do.
 */
class ListenerAgent extends https.Agent {
  readonly #to: { host: string; port: number; ca: string };

  constructor(address: string, ca: string) {
    super({ keepAlive: true });
    const { hostname, port } = new URL(address);
    this.#to = { host: hostname, port: Number(port), ca };
  }

  override createConnection(): Duplex {
    const { host } = this.#to;
    return tls.connect({ ...this.#to, ...(/^[\d.]+$/.test(host) ? {} : { servername: host }) });
  }
}

export type AdminClient = { app: App; auth: Auth; agent: ListenerAgent; close(): Promise<void> };

type Listening = Pick<World, 'db' | 'env'>;

/** The URL of a world's admin listener. */
export const adminAddress = ({ env }: Pick<World, 'env'>, protocol: 'https:' | 'http:' = 'https:'): string =>
  env['ADMIN_LISTEN']!.split(',').find((each) => each.startsWith(`${protocol}//`))!;

async function listenerAgent(world: Listening): Promise<ListenerAgent> {
  return new ListenerAgent(adminAddress(world), (await authorityCertificate(world.db))!);
}

/** The stock back-end SDK with a key of ours, set up by its public options only. */
export async function adminClient(world: Listening, keyFile: KeyFile): Promise<AdminClient> {
  const agent = await listenerAgent(world);
  // A file, because `cert` passes its agent on only for a path (14.5.1).
  const folder = await mkdtemp(path.join(tmpdir(), 'cairn-key-'));
  const file = path.join(folder, 'key.json');
  await writeFile(file, JSON.stringify(keyFile), { mode: 0o600 });
  const app = initializeApp({ credential: cert(file, agent), httpAgent: agent }, randomUUID());
  return {
    app,
    auth: getAuth(app),
    agent,
    async close() {
      await deleteApp(app);
      agent.destroy();
      await rm(folder, { recursive: true });
    },
  };
}

/** The fields that tests read one by one. */
type Answer = {
  error?: unknown;
  oobLink?: string;
  recordsCount?: string;
  userInfo?: { localId: string; email?: string }[];
  defaultSupportedIdpConfigs?: { name: string }[];
};

/** Calls our listener under its own host name, as a plain HTTP client does. */
export async function listenerFetch(
  world: Listening,
  path: string,
  { method = 'GET', headers = {}, body }: { method?: string; headers?: Record<string, string>; body?: string } = {},
): Promise<{ status: number; json: Answer }> {
  const agent = await listenerAgent(world);
  return new Promise((resolve, reject) => {
    const request = https.request(adminAddress(world) + path, { method, headers, agent }, async (answer) => {
      let text = '';
      for await (const part of answer) text += String(part);
      agent.destroy();
      resolve({ status: answer.statusCode!, json: (text.startsWith('{') ? JSON.parse(text) : {}) as Answer });
    });
    request.once('error', reject);
    request.end(body);
  });
}
