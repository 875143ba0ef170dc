import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '#sandbox/postgres/port.ts';
import { ensureUnpacked } from '../../scripts/launcher/debian-package.mjs';
import { until } from './wire.ts';

/** A program of Prometheus: an installed one, or that of the package the launcher downloads. */
async function program(name: 'prometheus' | 'promtool'): Promise<string> {
  const folder = await ensureUnpacked('prometheus', {
    programs: ['prometheus', 'promtool'],
    folder: 'usr/bin',
    given: process.env['PROMETHEUS_BIN'],
  });
  if (!folder) throw new Error('Install Prometheus, or set PROMETHEUS_BIN to the folder of prometheus and promtool.');
  return path.join(folder, name);
}

const DEPLOY = path.join(import.meta.dirname, '../../deploy/prometheus');

/** Runs promtool in the folder of the rules. Throws with its output when it finds a fault. */
export async function promtool(...args: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(await program('promtool'), args, { cwd: DEPLOY });
  return stdout;
}

export type Prometheus = {
  /** Names of the alerts whose condition holds now, including those that do not fire yet. */
  active(): Promise<string[]>;
  /** Whether the expression has a value now: the metrics that it names were scraped, and its comparison holds. */
  has(expression: string): Promise<boolean>;
  stop(): Promise<void>;
};

/** A Prometheus with our rules, which scrapes one process every three seconds and evaluates them every second. */
export async function startPrometheus(target: string): Promise<Prometheus> {
  const folder = await mkdtemp(path.join(tmpdir(), 'prometheus-'));
  const config = {
    global: { scrape_interval: '1s', evaluation_interval: '1s', scrape_timeout: '1s' },
    rule_files: [path.join(DEPLOY, 'alerts.yaml')],
    // A scrape takes two seconds when the database hangs, and reports that.
    scrape_configs: [
      { job_name: 'store', scrape_interval: '3s', scrape_timeout: '3s', static_configs: [{ targets: [target] }] },
    ],
  };
  // JSON is valid YAML.
  await writeFile(path.join(folder, 'prometheus.yml'), JSON.stringify(config));
  const address = `127.0.0.1:${await freePort()}`;
  const child: ChildProcess = spawn(
    await program('prometheus'),
    [`--config.file=${folder}/prometheus.yml`, `--storage.tsdb.path=${folder}/data`, `--web.listen-address=${address}`],
    { stdio: 'ignore' },
  );
  await until(async () => (await fetch(`http://${address}/-/ready`)).ok, { what: 'Prometheus is ready' });
  return {
    async active() {
      const answer = await fetch(`http://${address}/api/v1/rules?type=alert`);
      const { data } = (await answer.json()) as {
        data: { groups: { rules: { name: string; state: string; health: string; lastError?: string }[] }[] };
      };
      const rules = data.groups.flatMap(({ rules: of }) => of);
      const faults = rules.filter(({ health }) => health === 'err');
      if (faults.length > 0) throw new Error(`Prometheus can't evaluate: ${JSON.stringify(faults)}`);
      return rules.filter(({ state }) => state !== 'inactive').map(({ name }) => name);
    },
    async has(expression) {
      const answer = await fetch(`http://${address}/api/v1/query?query=${encodeURIComponent(expression)}`);
      return ((await answer.json()) as { data: { result: unknown[] } }).data.result.length > 0;
    },
    async stop() {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}
