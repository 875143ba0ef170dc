import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** What a lock file says of a package: `cpu`, `os` and `libc` name the platforms on which it is installed. */
type Locked = { cpu?: string[]; os?: string[]; libc?: string[] };

/**
 * Native packages that npm left out of `modules` (a `node_modules` folder) for a glibc Linux with this CPU: those that an
 * installed package lists as optional and that the lock file has for the platform. For npm a failed download of an
 * optional package is no error, and the archive would lack a library.
 */
export function leftOut(modules: string, cpu: string, locked: Record<string, Locked>): string[] {
  const optional = new Set(installedIn(modules).flatMap((name) => optionalOf(path.join(modules, name))));
  return [...optional].filter((name) => {
    const entry = locked[`node_modules/${name}`];
    const fits = entry?.cpu?.includes(cpu) && entry.os?.includes('linux') && entry.libc?.includes('glibc') !== false;
    return fits && !existsSync(path.join(modules, name));
  });
}

function installedIn(modules: string): string[] {
  const names = readdirSync(modules);
  const scoped = names
    .filter((name) => name.startsWith('@'))
    .flatMap((scope) => readdirSync(path.join(modules, scope)).map((name) => `${scope}/${name}`));
  return [...names, ...scoped].filter((name) => existsSync(path.join(modules, name, 'package.json')));
}

function optionalOf(folder: string): string[] {
  const manifest = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as {
    optionalDependencies?: Record<string, string>;
  };
  return Object.keys(manifest.optionalDependencies ?? {});
}
