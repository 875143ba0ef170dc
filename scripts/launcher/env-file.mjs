import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from './say.mjs';

/** The variables of the optional `.env`. The real environment takes precedence. */
export function readEnvFile() {
  const file = path.join(ROOT, '.env');
  return existsSync(file) ? parseEnvFile(readFileSync(file, 'utf8')) : {};
}

/**
 * One `NAME=value` per line. `#` begins a comment, and quotes around a value keep spaces and `#`. (Node 18 has no
 * parseEnv.)
 */
export function parseEnvFile(text) {
  const variables = {};
  for (const line of text.split(/\r?\n/)) {
    const match = /^\s*(?:export\s+)?([A-Za-z_]\w*)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^#]*?))\s*(?:#.*)?$/.exec(line);
    if (match) variables[match[1]] = match[2] ?? match[3] ?? match[4];
  }
  return variables;
}
