import { expect, test } from 'vitest';
import { createClosers } from '../../bench/drill/closers.ts';
import { runDrill } from '../../bench/drill/drill.ts';
import { FAULTS } from '../../bench/drill/faults.ts';
import { ensureClusterPrograms } from '../../scripts/launcher/cluster-programs.mjs';

/** `npm run drill` has all faults. Only root can cut a machine off. */
const NAMES = process.getuid?.() === 0 ? ['primary killed', 'primary cut off'] : ['primary killed'];

test(`a cluster under Patroni loses no order: ${NAMES.join(', ')}`, async () => {
  await ensureClusterPrograms();
  const closers = createClosers();
  const lines: string[] = [];
  const say = (line: string) => void lines.push(line);
  try {
    const faults = FAULTS.filter(({ name }) => NAMES.includes(name));
    expect(faults).toHaveLength(NAMES.length);
    expect(await runDrill(closers, { faults, seed: Date.now() % 1_000_000, patience: 2, say })).toEqual([]);
  } finally {
    expect(await closers.closeAll()).toEqual([]);
    console.log(lines.join('\n'));
  }
});
