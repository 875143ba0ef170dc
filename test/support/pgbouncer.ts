import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { freePort } from '#sandbox/postgres/port.ts';
import { ensureUnpacked } from '../../scripts/launcher/debian-package.mjs';
import { until } from './wire.ts';

export type Pooler = { url: string; stop(): Promise<void> };

/** PgBouncer, installed or from Debian's package, in front of the server of `url`. */
export async function startPgBouncer(url: string, poolMode: 'session' | 'transaction'): Promise<Pooler> {
  const given = process.env['PGBOUNCER_BIN'];
  const bin = await ensureUnpacked('pgbouncer', { programs: ['pgbouncer'], folder: 'usr/sbin', given });
  if (!bin) throw new Error('Install pgbouncer, or set PGBOUNCER_BIN to its folder.');
  // The one library of the package that Debian's smallest image lacks.
  const library = `usr/lib/${process.arch === 'arm64' ? 'aarch64' : 'x86_64'}-linux-gnu`;
  const libraries = await ensureUnpacked('libc-ares2', { programs: ['libcares.so.2'], folder: library, given });
  const folder = await mkdtemp(path.join(tmpdir(), 'cairn-pgbouncer-'));
  const server = new URL(url);
  const port = await freePort();
  const file = path.join(folder, 'pgbouncer.ini');
  await writeFile(
    file,
    `[databases]
* = host=${server.hostname} port=${server.port} user=${server.username} password=${server.password}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = ${poolMode}
default_pool_size = 60
`,
  );
  // It refuses to run as root.
  const args = process.getuid?.() === 0 ? ['-u', 'nobody', file] : [file];
  const env = { ...process.env, LD_LIBRARY_PATH: libraries ?? '' };
  const child = spawn(path.join(bin, 'pgbouncer'), args, { env, stdio: ['ignore', 'ignore', 'pipe'] });
  let log = '';
  child.stderr.on('data', (chunk: Buffer) => (log += chunk.toString()));
  const exited = once(child, 'exit');
  const way = new URL(url);
  way.hostname = '127.0.0.1';
  way.port = String(port);
  await until(
    async () => {
      if (child.exitCode !== null) throw new Error(`pgbouncer ended:\n${log}`);
      const client = new pg.Client({ connectionString: way.href });
      await client.connect();
      await client.end();
      return true;
    },
    { what: 'pgbouncer answers' },
  );
  return {
    url: way.href,
    async stop() {
      child.kill('SIGINT');
      await exited;
      await rm(folder, { recursive: true, force: true });
    },
  };
}
