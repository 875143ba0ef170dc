import { randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { type ClientRequest, request } from 'node:http';
import { availableParallelism } from 'node:os';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '#sandbox/postgres/port.ts';
import { createAccount } from '#test/support/accounts.ts';
import { scrape, valueOf } from '#test/support/metrics.ts';
import { until } from '#test/support/wire.ts';
import { startBuiltWorld, type World } from '#test/support/world.ts';

/** Uploads of the built store: what is held in memory and decoded at once. */

let world: World;
let metricsUrl: string;
beforeAll(async () => {
  const port = await freePort();
  metricsUrl = `http://127.0.0.1:${port}`;
  world = await startBuiltWorld({
    METRICS_LISTEN: `127.0.0.1:${port}`,
    LIMIT_PHOTOS_PER_ACCOUNT: '1000',
    LIMIT_PHOTOS_PER_ADDRESS: '1000',
    UPLOAD_IDLE_SECONDS: '60',
  });
});
afterAll(() => world?.close());

type Answer = { status: number; retryAfter: string | undefined };

/** An upload whose body is sent by the test. */
function beginUpload(idToken: string, length: number): { sent: ClientRequest; answered: Promise<Answer> } {
  const headers = { authorization: `Bearer ${idToken}`, 'content-type': 'image/jpeg', 'content-length': length };
  const sent = request(`${world.app.url}/api/account/photo`, { method: 'PUT', headers, agent: false });
  const answered = new Promise<Answer>((resolve, reject) => {
    sent.on('error', reject).on('response', (incoming) => {
      incoming
        .resume()
        .on('end', () => resolve({ status: incoming.statusCode!, retryAfter: incoming.headers['retry-after'] }));
    });
  });
  sent.flushHeaders();
  return { sent, answered };
}

const bodies = async (state: 'held' | 'waiting') =>
  valueOf(await scrape(metricsUrl), 'store_upload_bodies', { kind: 'photo', state });

/** A file of each process. */
async function processes(file: string): Promise<{ pid: string; text: string }[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  return Promise.all(
    pids.map(async (pid) => ({ pid, text: await readFile(`/proc/${pid}/${file}`, 'utf8').catch(() => '') })),
  );
}
async function pidOfStore(): Promise<string> {
  const port = `PORT=${world.env['PORT']}`;
  const all = await processes('environ');
  return all.find(({ text }) => text.split('\0').includes(port))!.pid;
}
/** The processes that decode pictures. */
async function childrenOf(pid: string): Promise<number> {
  const all = await processes('stat');
  return all.filter(({ text }) => text.slice(text.lastIndexOf(')') + 2).split(' ')[1] === pid).length;
}

test(
  '48 uploads of 5 MB: 8 bodies are read at a time, 24 wait unread, the others get 503 with Retry-After',
  { timeout: 240_000 },
  async () => {
    const { idToken } = await createAccount(world.app);
    const pid = await pidOfStore();
    const noise = { raw: { width: 1_100, height: 1_100, channels: 3 as const } };
    const picture = await sharp(randomBytes(1_100 * 1_100 * 3), noise)
      .jpeg({ quality: 100, chromaSubsampling: '4:4:4' })
      .toBuffer();
    expect(picture.length).toBeGreaterThan(3_000_000);
    expect(picture.length).toBeLessThan(5 * 1024 * 1024);

    const uploads = Array.from({ length: 48 }, () => beginUpload(idToken, picture.length));
    const refused: Answer[] = [];
    const open = new Set(uploads);
    for (const upload of uploads)
      void upload.answered.then(
        (answer) => {
          open.delete(upload);
          if (answer.status === 503) refused.push(answer);
        },
        // One that leaves gets no answer.
        () => undefined,
      );
    await until(() => refused.length === 16, { what: '16 uploads are refused' });
    expect(new Set(refused.map(({ retryAfter }) => retryAfter))).toEqual(new Set(['5']));
    expect([await bodies('held'), await bodies('waiting')]).toEqual([8, 24]);

    let [mostHeld, mostChildren, done] = [0, 0, false];
    const watched = until(
      async () => {
        mostHeld = Math.max(mostHeld, (await bodies('held')) ?? 0);
        mostChildren = Math.max(mostChildren, await childrenOf(pid));
        return done;
      },
      { timeout: 230_000, what: 'the uploads end' },
    );
    // Half of those that wait leave; the others are decoded.
    const left = [...open].slice(8).filter((_upload, at) => at % 2 === 0);
    for (const { sent } of left) sent.destroy();
    const kept = uploads.filter((upload) => !left.includes(upload));
    for (const { sent } of kept) sent.on('error', () => undefined).end(picture);
    const statuses = (await Promise.all(kept.map(({ answered }) => answered))).map(({ status }) => status);
    done = true;
    await watched;
    // On a busy machine those that wait for a minute are refused too.
    expect(new Set(statuses)).toEqual(new Set([200, 503]));
    expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(8);
    expect(mostHeld).toBe(8);
    expect(mostChildren).toBeLessThanOrEqual(Math.min(4, availableParallelism()));
    expect([await bodies('held'), await bodies('waiting')]).toEqual([0, 0]);
  },
);
