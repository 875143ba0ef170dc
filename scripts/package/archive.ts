import { readdirSync } from 'node:fs';
import path from 'node:path';
import { create } from 'tar';
import { isShipped } from './contents.ts';

/** Paths of all shipped files and links in a folder, with slashes, sorted by code unit. */
export function filesOf(folder: string): string[] {
  const found: string[] = [];
  const walk = (inside: string) => {
    for (const entry of readdirSync(path.join(folder, inside), { withFileTypes: true })) {
      const file = inside ? `${inside}/${entry.name}` : entry.name;
      if (!isShipped(file)) continue;
      if (entry.isDirectory()) walk(file);
      else found.push(file);
    }
  };
  walk('');
  return found.sort();
}

/**
 * Writes the folder `parent/name` as a .tar.gz with one folder of that name. It is reproducible: files are sorted,
 * belong to no user, are readable by all, and have the time `mtime`.
 */
export async function writeArchive(
  file: string,
  { parent, name, mtime }: { parent: string; name: string; mtime: Date },
) {
  const files = filesOf(path.join(parent, name)).map((each) => `${name}/${each}`);
  await create(
    {
      file,
      cwd: parent,
      gzip: true,
      portable: true,
      mtime,
      noDirRecurse: true,
      strict: true,
      // Independent of the umask: the store runs as a user who owns none of the files.
      onWriteEntry({ stat }) {
        if (stat) stat.mode = stat.mode & 0o100 ? 0o755 : 0o644;
      },
    },
    files,
  );
}
