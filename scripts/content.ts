import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { compileContent } from './content/compile.ts';
import { destinationPages } from './content/destination-pages.ts';
import { sentenceOf } from './content/content-error.ts';

/**
 * Compiles the texts in `content/` to `build/content.json`, which the application reads at its start. Each build runs
 * it and fails with file and line of every fault. `--check [FOLDER]` reports the faults and writes nothing.
 */
const STORE = path.join(import.meta.dirname, '../store');
const [mode, folder = STORE] = process.argv.slice(2);

const { articles, faults } = compileContent(folder, destinationPages(STORE));
if (faults.length > 0) {
  console.error(faults.map(sentenceOf).join('\n'));
  process.exit(1);
}
if (mode !== '--check') {
  const compiled = path.join(STORE, 'build', 'content.json');
  mkdirSync(path.dirname(compiled), { recursive: true });
  writeFileSync(compiled, JSON.stringify(articles));
}
