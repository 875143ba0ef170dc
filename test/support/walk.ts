import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { expect } from 'vitest';
import type { AccountPage } from '#src/http/api/account-views.ts';
import type { KeyFile } from '#src/modules/service-accounts/service-accounts.ts';
import { freePort } from '#sandbox/postgres/port.ts';
import { createAccount } from './accounts.ts';
import { adminAddress, adminClient } from './admin-client.ts';
import { scrape, valueOf } from './metrics.ts';
import type { startCollector } from './otlp.ts';
import { passkeyApi } from './passkeys.ts';
import { bought } from './shop.ts';
import { MERCHANT, ticketsIn } from './tickets.ts';
import { type Address, messages, until } from './wire.ts';
import type { World } from './world.ts';

/** The end of a process: its exit code and all that it printed. */
export type Ended = { code: number; output: string };

/** A running store that was built, or unpacked from an archive, with `walkSettings`. */
export type Ground = Pick<World, 'app' | 'db' | 'env' | 'mail'> & {
  collector: Awaited<ReturnType<typeof startCollector>>;
  /** Runs an `ops` command in a process of its own. */
  ops(line: string[]): Promise<Ended>;
};

/** Variables that switch on every part that is off by default. */
export async function walkSettings(collector: Address): Promise<Record<string, string>> {
  return {
    ADMIN_LISTEN: `https://127.0.0.1:${await freePort()},http://127.0.0.1:${await freePort()}`,
    METRICS_LISTEN: `127.0.0.1:${await freePort()}`,
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    RECONCILE_GRACE_SECONDS: '0',
    // The whole list of packages, on a busy machine.
    WHOLESALE_CALL_TIMEOUT_SECONDS: '30',
  };
}

type Step = { title: string; walk(ground: Ground): Promise<void> };

/**
 * Every feature that loads code when it is first used: by `import()`, in a child process, from a native library or from
 * a data file. Tests run the steps in this order on the bundle, and on an unpacked archive.
 */
export const WALK: Step[] = [
  {
    title: 'passkeys: one is registered and signs in',
    async walk({ app }) {
      const api = passkeyApi(app);
      const { authenticator } = await api.enrol((await createAccount(app)).idToken);
      const { status, json } = await api.signIn(await api.answer(authenticator));
      expect(status).toBe(200);
      expect(json.customToken).toBeTruthy();
    },
  },
  {
    title: 'preview pictures of the shop and of a destination',
    async walk({ app }) {
      for (const name of ['en/_shop', 'fr/france']) expect(await pictureAt(`${app.url}/og/${name}.png`)).toBe('png');
    },
  },
  {
    title: 'a trip that is planned in a thread',
    async walk({ app, env }) {
      const listener = `http://${env['METRICS_LISTEN']}`;
      let habit = 1000;
      // Another address each time, because answers are kept.
      const inThread = async () => {
        const answer = await fetch(`${app.url}/plans/trip?stop=france:365&habit=${(habit += 1)}`);
        expect(answer.status).toBe(200);
        return valueOf(await scrape(listener), 'store_trip_cells_count', { where: 'thread', outcome: 'planned' });
      };
      await until(inThread, { what: 'a trip of a thread, once the plans are checked' });
    },
  },
  {
    title: 'a photo, re-encoded in a child process',
    async walk({ app }) {
      const { idToken } = await createAccount(app);
      const answer = await fetch(`${app.url}/api/account/photo`, {
        method: 'PUT',
        headers: { authorization: `Bearer ${idToken}`, 'content-type': 'image/jpeg' },
        body: new Uint8Array(await plain().jpeg().toBuffer()),
      });
      expect(answer.status).toBe(200);
      const { account } = (await answer.json()) as AccountPage;
      expect(await pictureAt(account.photoUrl!)).toBe('webp');
    },
  },
  {
    title: 'a purchase: its mail has the QR code',
    async walk({ app, mail }) {
      const buyer = await until(() => bought(app), { what: 'a purchase, once the plans are checked' });
      const ready = await until(
        async () => (await messages(mail, buyer.email)).find(({ attachments }) => attachments.length > 0),
        { what: 'the mail with the eSIM' },
      );
      expect(await formatOf(Buffer.from(ready.attachments[0]!.contentBase64, 'base64'))).toBe('png');
    },
  },
  {
    title: 'an incoming mail, parsed in a child process',
    async walk(ground) {
      const { open, mailTo, replyTo, send, arrives } = ticketsIn(() => ground);
      const { number, email } = await open();
      await send({
        to: await replyTo(await mailTo(email, number)),
        html: '<p>In <b>bold</b> words</p>',
        attachments: [{ filename: 'screen.png', content: await plain().png().toBuffer() }],
      });
      expect(await arrives(number, 'In bold words')).toMatchObject({ pictures: 1, dropped: [] });
      const notice = await mailTo(MERCHANT, number, 2);
      expect(notice.attachments).toMatchObject([{ contentType: 'image/webp' }]);
    },
  },
  {
    title: "administration over https with the store's certificate, and over http",
    async walk(ground) {
      const { code, output } = await ground.ops(['service-account', 'create', 'walk']);
      expect(code, output).toBe(0);
      const admin = await adminClient(ground, JSON.parse(output) as KeyFile);
      try {
        const { uid } = await admin.auth.createUser({ email: `${randomUUID()}@example.com` });
        expect((await admin.auth.getUser(uid)).uid).toBe(uid);
      } finally {
        await admin.close();
      }
      const answer = await fetch(`${adminAddress(ground, 'http:')}/v1/projects/cairn/accounts:lookup`, {
        method: 'POST',
      });
      expect(answer.status).toBe(401);
    },
  },
  {
    title: 'tracing: the collector has the spans of requests, queries and vendor calls',
    async walk({ collector }) {
      const names = () => new Set(collector.spans.map(({ name }) => name));
      for (const name of ['POST /api/orders', 'insert orders', 'stripe openPage', 'airalo placeOrder'])
        await until(() => names().has(name), { what: `the span ${name}` });
    },
  },
  {
    title: 'metrics and profiles',
    async walk({ env }) {
      const listener = `http://${env['METRICS_LISTEN']}`;
      expect(valueOf(await scrape(listener), 'store_orders_ended_last_day', { state: 'fulfilled' })).toBeGreaterThan(0);
      for (const kind of ['cpu', 'heap']) {
        const answer = await fetch(`${listener}/debug/pprof/${kind}?seconds=0.1`);
        expect(answer.status, kind).toBe(200);
        expect(await answer.json(), kind).toBeTypeOf('object');
      }
    },
  },
];

const plain = () => sharp({ create: { width: 300, height: 200, channels: 3, background: '#0052FF' } });

const formatOf = async (bytes: Buffer) => (await sharp(bytes).metadata()).format;

/** The format of the picture at an address. Throws unless the answer is 200. */
async function pictureAt(url: string): Promise<string> {
  const answer = await fetch(url);
  expect(answer.status, url).toBe(200);
  return formatOf(Buffer.from(await answer.arrayBuffer()));
}
