import { randomInt } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import type { ClusterPaths } from './cluster.ts';

/** The cluster's last port when it is free, else a new free one, which is stored. */
export async function choosePort(paths: ClusterPaths): Promise<number> {
  const remembered = Number(await readFile(paths.port, 'utf8').catch(() => '0'));
  const port = remembered > 0 && (await isFree(remembered)) ? remembered : await freePort();
  await writeFile(paths.port, String(port));
  return port;
}

/** Removes the stored port after it turned out to be in use. */
export async function forgetPort(paths: ClusterPaths): Promise<void> {
  await writeFile(paths.port, '0');
}

/**
 * Below the ephemeral ports (from 32768 or 49152). The system could give one of those to another program or connection
 * before it is used, or used again after a crash.
 */
const [LOWEST, HIGHEST] = [20_000, 32_000];
const TRIES = 100;

/** A free port on loopback. */
export async function freePort(): Promise<number> {
  for (let turn = 0; turn < TRIES; turn += 1) {
    const port = randomInt(LOWEST, HIGHEST);
    if (await isFree(port)) return port;
  }
  throw new Error(`No free port on 127.0.0.1 between ${LOWEST} and ${HIGHEST}.`);
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen({ port, host: '127.0.0.1', exclusive: true }, () => server.close(() => resolve(true)));
  });
}
