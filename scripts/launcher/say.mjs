import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { BRAND_SLUG } from './brand.mjs';

/** The project's folder. */
export const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');

/** A fault that the operator must fix. Its message says what and how, and no stack is shown. */
export class Fault extends Error {
  constructor(message, exitCode = 1) {
    super(message);
    this.exitCode = exitCode;
  }
}

/** Writes a line of the launcher to stderr. stdout is for the application's log. */
export function say(text) {
  process.stderr.write(`${BRAND_SLUG}: ${text}\n`);
}
