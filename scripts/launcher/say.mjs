import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { BRAND_SLUG } from './brand.mjs';

/** The project's folder. */
export const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');

/** Something that a person must mend; its message says what and how, and no stack is shown. */
export class Fault extends Error {
  constructor(message, exitCode = 1) {
    super(message);
    this.exitCode = exitCode;
  }
}

/** One line of the launcher's own, on stderr: stdout belongs to the application's log. */
export function say(text) {
  process.stderr.write(`${BRAND_SLUG}: ${text}\n`);
}
