import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { OPS_BUNDLE } from '../../scripts/launcher/production.mjs';
import type { ChaosWorld } from './world.ts';

const ROOT = path.join(import.meta.dirname, '../..');

/** Runs `npm run ops -- …` on the database of the world. Throws with its output when it fails. */
export async function ops(world: ChaosWorld, words: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [OPS_BUNDLE, ...words], {
    cwd: ROOT,
    env: { PATH: process.env['PATH'] ?? '', ...world.env },
    maxBuffer: 10_000_000,
  });
  return stdout;
}
