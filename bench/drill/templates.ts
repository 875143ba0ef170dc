import { readFile } from 'node:fs/promises';
import path from 'node:path';

const DEPLOY = path.join(import.meta.dirname, '../../deploy');

/**
 * A file of deploy/ with what an operator replaces in it: each text by another one, everywhere. Throws when the file has
 * not one of them, so that the drill always runs what is documented.
 */
export async function fillIn(file: string, changes: Record<string, string>): Promise<string> {
  let text = await readFile(path.join(DEPLOY, file), 'utf8');
  for (const [old, by] of Object.entries(changes)) {
    if (!text.includes(old)) throw new Error(`deploy/${file} has no ${old}`);
    text = text.replaceAll(old, by);
  }
  return text;
}

/** The seconds of `ttl` in the configuration of Patroni. */
export async function readTtl(): Promise<number> {
  return Number(/^ +ttl: (\d+)$/m.exec(await readFile(path.join(DEPLOY, 'ha/patroni.yml'), 'utf8'))![1]);
}
