import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Closers } from './closers.ts';
import type { Machines } from './machines.ts';
import { addressesOf } from './node.ts';
import { end, launch, WITH_DRILL } from './programs.ts';
import { fillIn } from './templates.ts';

const ROOT = path.join(import.meta.dirname, '../..');

/**
 * Starts HAProxy and nginx with the files of deploy/ below `dir`: nginx on `port` in front of the processes of the store on
 * `processPorts`. `databasePort` and `storePort` are HAProxy's; `change` is of its text.
 */
export async function startProxies(
  dir: string,
  closers: Closers,
  machines: Machines,
  ports: { port: number; databasePort: number; storePort: number; processPorts: readonly [number, number] },
  change: (haproxy: string) => string = (haproxy) => haproxy,
): Promise<void> {
  const { port, databasePort, storePort, processPorts } = ports;
  await mkdir(dir);
  const haproxy = await fillIn('ha/haproxy.cfg', {
    ...addressesOf(machines),
    '127.0.0.1:5000': `127.0.0.1:${databasePort}`,
    '127.0.0.1:8080': `127.0.0.1:${storePort}`,
    '10.77.0.21:3000': `127.0.0.1:${processPorts[0]}`,
    '10.77.0.22:3000': `127.0.0.1:${processPorts[1]}`,
  });
  const upstream = await fillIn('ha/upstream.conf', { '127.0.0.1:8080': `127.0.0.1:${storePort}` });
  const nginx = await fillIn('nginx/try.conf', {
    'listen 127.0.0.1:8080': `listen 127.0.0.1:${port}`,
    'include snippets': `include ${path.join(ROOT, 'deploy/nginx/snippets')}`,
  });
  await writeFile(path.join(dir, 'haproxy.cfg'), change(haproxy));
  await writeFile(path.join(dir, 'nginx.conf'), nginx.replace(/^ *upstream cairn \{[^]*?\n {2}\}\n/m, upstream));
  const children = [
    launch('setpriv', [...WITH_DRILL, 'haproxy', '-db', '-f', 'haproxy.cfg'], { dir, log: 'haproxy' }),
    launch('setpriv', [...WITH_DRILL, 'nginx', '-p', dir, '-e', 'stderr', '-c', path.join(dir, 'nginx.conf')], {
      dir,
      log: 'nginx',
    }),
  ];
  closers.add(() => Promise.all(children.map((child) => end(child, 'SIGTERM'))));
}
