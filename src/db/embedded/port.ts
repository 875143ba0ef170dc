import { readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import type { ClusterPaths } from './cluster.ts';

/** The port this cluster had last time when it is free, else a new free one, remembered. */
export async function choosePort(paths: ClusterPaths): Promise<number> {
  const remembered = Number(await readFile(paths.port, 'utf8').catch(() => '0'));
  const port = (await bind(remembered)) ?? (await bind(0));
  if (port === undefined) throw new Error('No free port on 127.0.0.1 for PostgreSQL.');
  await writeFile(paths.port, String(port));
  return port;
}

/** Forgets the remembered port, after it turned out to be taken. */
export async function forgetPort(paths: ClusterPaths): Promise<void> {
  await writeFile(paths.port, '0');
}

/** Takes the port for an instant and tells its number; undefined when it is taken. */
function bind(port: number): Promise<number | undefined> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(undefined));
    server.listen({ port, host: '127.0.0.1', exclusive: true }, () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : undefined));
    });
  });
}
