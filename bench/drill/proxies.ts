import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Closers } from './closers.ts';
import type { Machines } from './machines.ts';
import { addressesOf } from './node.ts';
import { fillIn } from './templates.ts';

const ROOT = path.join(import.meta.dirname, '../..');

/**
 * Starts HAProxy and nginx with the files of deploy/ below `dir`: nginx on `port` in front of the processes of the store on
 * `processPorts`. `databasePort` and `storePort` are HAProxy's.
 */
export async function startProxies(
  dir: string,
  closers: Closers,
  machines: Machines,
  ports: { port: number; databasePort: number; storePort: number; processPorts: readonly [number, number] },
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
  await writeFile(path.join(dir, 'haproxy.cfg'), haproxy);
  await writeFile(path.join(dir, 'nginx.conf'), nginx.replace(/^ *upstream cairn \{[^]*?\n {2}\}\n/m, upstream));
  const children = [
    launch(dir, 'haproxy', ['-db', '-f', 'haproxy.cfg']),
    launch(dir, 'nginx', ['-p', dir, '-e', 'stderr', '-c', path.join(dir, 'nginx.conf')]),
  ];
  closers.add(() => Promise.all(children.map(end)));
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.kill('SIGTERM')) await once(child, 'exit');
}

function launch(dir: string, program: string, args: readonly string[]): ChildProcess {
  const out = openSync(path.join(dir, `${program}.log`), 'a');
  const env = { PATH: `${process.env['PATH']}:/usr/sbin` };
  return spawn(program, args, { cwd: dir, env, stdio: ['ignore', out, out], detached: true });
}
