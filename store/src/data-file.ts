import { readFile } from 'node:fs/promises';
import type { ZodType } from 'zod';
import { StartupError } from './shared/startup-error.ts';

/**
 * A JSON file of the data directory, or undefined when there is none. Throws a `StartupError` that names the file, and says
 * what to do, when it can't be read: a full disk or a power cut leaves files that are empty or half written.
 */
export async function readDataFile<T>(file: string, schema: ZodType<T>, advice: string): Promise<T | undefined> {
  try {
    return schema.parse(JSON.parse(await readFile(file, 'utf8')));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return undefined;
    throw new StartupError(`${file} can't be read (${code ?? 'it is empty, half written or changed'}). ${advice}`);
  }
}
