import { readFile } from 'node:fs/promises';
import type { ZodType } from 'zod';
import { StartupError } from './shared/startup-error.ts';

/**
 * Reads a JSON file of the data directory; undefined when it is missing. Throws a `StartupError` with the file's name
 * and a remedy when it cannot be read: a full disk or a power cut may leave an empty or truncated file.
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
