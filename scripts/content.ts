import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { compileContent } from './content/compile.ts';
import { destinationPages } from './content/destination-pages.ts';
import { sentenceOf } from './content/content-error.ts';

/**
 * Compiles the texts in `content/` to `build/content.json`, which the application reads at its start. Each build runs
 * it and fails with file and line of every fault.
 */
const STORE = path.join(import.meta.dirname, '../store');
const COMPILED = path.join(STORE, 'build', 'content.json');

const { articles, faults } = compileContent(STORE, destinationPages(STORE));
if (faults.length > 0) {
  console.error(faults.map(sentenceOf).join('\n'));
  process.exit(1);
}
mkdirSync(path.dirname(COMPILED), { recursive: true });
writeFileSync(COMPILED, JSON.stringify(articles));
