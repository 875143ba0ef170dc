import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ensureVarnish } from '../../scripts/launcher/varnish.mjs';
import { until } from './wire.ts';

const RULES = path.join(import.meta.dirname, '../../deploy/cdn/varnish.vcl');

export type Varnish = {
  url: string;
  pid: number;
  purge(key: string, secret?: string): Promise<Response>;
  stop(): Promise<void>;
};

/** Varnish with the shipped rules, on this port, in front of a store on another one. The store need not run yet. */
export async function startVarnish({
  port,
  store,
  secret,
}: {
  port: number;
  store: number;
  secret: string;
}): Promise<Varnish> {
  const program = await ensureVarnish();
  // Its workers run as another user.
  const folder = await mkdtemp(path.join(tmpdir(), 'cairn-varnish-'));
  await chmod(folder, 0o755);
  const [secretFile, rules] = [path.join(folder, 'purge-secret'), path.join(folder, 'rules.vcl')];
  await writeFile(secretFile, `${secret}\n`);
  const text = await readFile(RULES, 'utf8');
  await writeFile(rules, text.replace('"3000"', `"${store}"`).replace('/etc/varnish/cairn-purge-secret', secretFile));
  const args = ['-F', '-n', path.join(folder, 'work'), '-a', `127.0.0.1:${port}`, '-f', rules, '-s', 'malloc,64m'];
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const exited = once(child, 'exit');
  const url = `http://127.0.0.1:${port}`;
  const purge = (key: string, by = secret) =>
    fetch(url, { method: 'PURGE', headers: { authorization: `Bearer ${by}`, 'surrogate-key': key } });
  await until(
    async () => {
      if (child.exitCode !== null) throw new Error(`${program} ended:\n${output}`);
      return (await purge('none')).ok;
    },
    { what: 'Varnish answers' },
  );
  return {
    url,
    pid: child.pid ?? 0,
    purge,
    async stop() {
      child.kill('SIGTERM');
      await exited;
      await rm(folder, { recursive: true, force: true });
    },
  };
}
