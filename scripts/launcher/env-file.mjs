import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from './say.mjs';

/** The variables of `.env`, which is optional; the real environment wins over it. */
export function readEnvFile() {
  const file = path.join(ROOT, '.env');
  return existsSync(file) ? parseEnvFile(readFileSync(file, 'utf8')) : {};
}

/** `NAME=value` a line; `#` begins a comment, quotes around a value keep blanks and `#`. (Node 18 has no parseEnv.) */
export function parseEnvFile(text) {
  const variables = {};
  for (const line of text.split(/\r?\n/)) {
    const match = /^\s*(?:export\s+)?([A-Za-z_]\w*)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^#]*?))\s*(?:#.*)?$/.exec(line);
    if (match) variables[match[1]] = match[2] ?? match[3] ?? match[4];
  }
  return variables;
}
