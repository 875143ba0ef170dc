import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';

/** The project's folder. */
export const ROOT = path.join(import.meta.dirname, '../..');

/** The npm workspaces, by their folders. */
export const WORKSPACES = ['store', 'sandbox', 'scripts', 'test'];

/** Tracked and new files, as paths from the root. `ext` filters by extension (`.ts`). */
export function trackedFiles(...ext: string[]): string[] {
  const list = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z'], {
    cwd: ROOT,
    encoding: 'utf8',
    maxBuffer: 64 << 20,
  });
  return list.split('\0').filter((file) => file !== '' && (ext.length === 0 || ext.some((end) => file.endsWith(end))));
}

/** The matching lines of a tracked file, as `path:line: text`. A file that was just deleted has none. */
export function grep(file: string, pattern: RegExp): string[] {
  const text = readText(file);
  return text
    .split('\n')
    .flatMap((line, at) => (pattern.test(line) ? [`${file}:${at + 1}: ${line.trim().slice(0, 160)}`] : []));
}

export function readText(file: string): string {
  try {
    return readFileSync(path.join(ROOT, file), 'utf8');
  } catch {
    return '';
  }
}
