import { inspect, parseArgs } from 'node:util';
import { createClosers } from './closers.ts';
import { runDrill } from './drill.ts';
import { type Fault, FAULTS } from './faults.ts';

/**
 * `npm run drill -- [--faults "primary killed,etcd frozen"] [--times 3] [--seed N] [--logs FOLDER]`: builds the cluster of
 * deploy/ha on this machine from Debian's packages, sells eSIMs, and lets faults happen one by one. As root the machines are
 * network namespaces; otherwise they are addresses of loopback, and what needs a network of its own is left out. Prints a
 * table in Markdown. `--move` has no fault: a shop on one PostgreSQL moves into the cluster, by docs/operations.md. Exits with 1 and a sentence for each bound that was broken (docs/decisions/0079-cluster.md).
 */
const { values } = parseArgs({
  options: {
    faults: { type: 'string' },
    times: { type: 'string', default: '1' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    logs: { type: 'string' },
    move: { type: 'boolean', default: false },
  },
});
const say = (line: string) => void process.stdout.write(`${line}\n`);
const faults = values.move ? 'move' : possible(chosen(values.faults));
const broken: string[] = [];
const closers = createClosers();
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void closers.closeAll().finally(() => process.exit(130)));

for (let time = 0; time < Number(values.times); time += 1) {
  const seed = Number(values.seed) + time;
  say(`\nDrill ${time + 1} of ${values.times}, seed ${seed}`);
  try {
    broken.push(...(await runDrill(closers, { faults, seed, logs: values.logs, say })));
  } catch (error) {
    broken.push(`the drill could not go on: ${inspect(error)}`);
  } finally {
    broken.push(...(await closers.closeAll()));
  }
}
for (const sentence of broken) say(`BROKEN ${sentence}`);
process.exit(broken.length > 0 ? 1 : 0);

/** The faults of the command line, in the order of the list. */
function chosen(words: string | undefined): readonly Fault[] {
  if (words === undefined) return FAULTS;
  const names = words.split(',').map((word) => word.trim());
  const all = FAULTS.map(({ name }) => name);
  const unknown = names.filter((name) => !all.includes(name));
  if (unknown.length > 0) throw new Error(`--faults: there is no ${unknown.join(', ')}. There are: ${all.join(', ')}`);
  return FAULTS.filter(({ name }) => names.includes(name));
}

/** Without root some are left out, and named. */
function possible(all: readonly Fault[]): readonly Fault[] {
  if (process.getuid?.() === 0) return all;
  for (const { name } of all.filter((fault) => fault.needsRoot)) say(`Only root can do "${name}": it is left out.`);
  return all.filter((fault) => !fault.needsRoot);
}
