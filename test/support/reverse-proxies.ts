import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { ensureUnpacked } from '../../scripts/launcher/debian-package.mjs';
import { until } from './wire.ts';

const DEPLOY = path.join(import.meta.dirname, '../../deploy');

/** The port that visitors use, and those of the two processes. */
type Ports = { port: number; stores: readonly [number, number] };

export type ReverseProxy = {
  /** How many requests it answered. */
  requests(): Promise<number>;
  /** Those of them that it answered with a 5xx, one a line. */
  failed(): Promise<string[]>;
  /** Its error log. */
  log(): string;
  stop(): Promise<void>;
};

/** A file of `deploy/` with these ports. */
async function shipped(file: string, { port, stores }: Ports): Promise<string> {
  const ports: Record<string, number> = { 8080: port, 3000: stores[0], 3001: stores[1] };
  const text = await readFile(path.join(DEPLOY, file), 'utf8');
  return text.replaceAll(/(?<=127\.0\.0\.1:)(8080|3000|3001)\b/g, (old) => String(ports[old]));
}

/** nginx with `try.conf`, and a log of requests. It reads `snippets/` from `folder`, which is empty before. */
export async function startNginx(folder: string, ports: Ports): Promise<ReverseProxy> {
  const text = await shipped('nginx/try.conf', ports);
  const format = `log_format tested '$status $time_iso8601 $request_method $uri: $upstream_addr $upstream_status';`;
  const file = path.join(folder, 'try.conf');
  await writeFile(
    file,
    text.replace('http {', `http {\n${format}`).replace('access_log off;', 'access_log requests.log tested;'),
  );
  await cp(path.join(DEPLOY, 'nginx/snippets'), path.join(folder, 'snippets'), { recursive: true });
  const program = await programOf('nginx', 'usr/sbin', process.env['NGINX_BIN']);
  return startProxy([program, '-p', folder, '-e', 'stderr', '-c', file], { folder, ports, failure: /^5/ });
}

/** Caddy with the Caddyfile, without a certificate, and a log of requests. */
export async function startCaddy(folder: string, ports: Ports): Promise<ReverseProxy> {
  const text = await shipped('caddy/Caddyfile', ports);
  const file = path.join(folder, 'Caddyfile');
  const log = `log {\n\t\toutput file ${folder}/requests.log\n\t}`;
  const site = `{\n\tadmin off\n}\nhttp://:${ports.port} {\n\tbind 127.0.0.1\n\t${log}\n`;
  await writeFile(file, text.replace('shop.example.com {\n', site));
  const program = await programOf('caddy', 'usr/bin', process.env['CADDY_BIN']);
  return startProxy([program, 'run', '--config', file], { folder, ports, failure: /"status":5/ });
}

async function programOf(name: string, folder: string, given: string | undefined): Promise<string> {
  const bin = await ensureUnpacked(name, { programs: [name], folder, given });
  if (!bin) throw new Error(`Install ${name}, or set ${name.toUpperCase()}_BIN to its folder.`);
  return path.join(bin, name);
}

async function startProxy(
  [program = '', ...args]: string[],
  { folder, ports, failure }: { folder: string; ports: Ports; failure: RegExp },
): Promise<ReverseProxy> {
  const env = { ...process.env, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
  const child = spawn(program, args, { env, stdio: ['ignore', 'ignore', 'pipe'] });
  let log = '';
  child.stderr.on('data', (chunk: Buffer) => (log += chunk.toString()));
  const exited = once(child, 'exit');
  await until(
    async () => {
      if (child.exitCode !== null) throw new Error(`${program} ended:\n${log}`);
      return (await fetch(`http://127.0.0.1:${ports.port}/healthz`)).ok;
    },
    { what: `${program} answers` },
  );
  const lines = async () => (await readFile(path.join(folder, 'requests.log'), 'utf8')).split('\n').filter(Boolean);
  return {
    requests: async () => (await lines()).length,
    failed: async () => (await lines()).filter((line) => failure.test(line)),
    log: () => log,
    async stop() {
      child.kill('SIGTERM');
      await exited;
    },
  };
}
