import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '#sandbox/postgres/port.ts';
import { launchProcess } from '#test/support/process.ts';
import { median, productionArgs, type startApp } from '../running-app.ts';
import { fetchOnce, getRequest } from './connections.ts';

/** How long a process rests before its memory is read. */
const REST_MS = 10_000;
const LOOK_EVERY_MS = 4;

/**
 * The built store beside its running database: milliseconds from spawning the process until /readyz says so, as a multiple of
 * `node -e 0` in the same round, and resident memory of the process at rest in megabytes of 1,000,000 bytes.
 */
export async function measureRest({ app, rounds }: { app: Awaited<ReturnType<typeof startApp>>; rounds: number }) {
  const starts: number[] = [];
  const empty: number[] = [];
  let megabytes = Number.NaN;
  for (let round = 0; round <= rounds; round += 1) {
    const nothing = await timed(async () => {
      await once(spawn(process.execPath, ['-e', '0']), 'close');
    });
    const port = String(await freePort());
    const began = performance.now();
    const store = launchProcess({ ...app.env, PORT: port }, undefined, productionArgs());
    const url = `http://127.0.0.1:${port}`;
    while (!(await isReady(url))) await pause(LOOK_EVERY_MS);
    const took = performance.now() - began;
    if (round === rounds) {
      await pause(REST_MS);
      megabytes = await residentMegabytes(store.pid);
    }
    await store.kill('SIGTERM');
    // The first start fills the caches.
    if (round === 0) continue;
    starts.push(took);
    empty.push(nothing);
  }
  return {
    megabytes,
    start: median(starts.map((ms, round) => ms / empty[round]!)),
    ms: median(starts),
    emptyMs: median(empty),
  };
}

async function timed(work: () => Promise<void>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

async function isReady(url: string): Promise<boolean> {
  return fetchOnce(url, getRequest('/readyz')).then(
    () => true,
    () => false,
  );
}

async function residentMegabytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return (Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1]) * 1_024) / 1e6;
}
