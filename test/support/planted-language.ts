import { execFileSync } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ROOT, trackedFiles, WORKSPACES } from '../house/source.ts';

/**
 * A copy of the project with a third language, planted as in the guide (docs/guides/a-language.md): the folder `de`
 * with some of the texts, and the one line. `words` copies what the texts need, `whole` what a build needs. `run` runs
 * a script there and returns its output.
 */
export async function plantLanguage(extent: 'words' | 'whole' = 'words') {
  const folder = await mkdtemp(path.join(tmpdir(), 'language-'));
  for (const file of trackedFiles()) {
    if (!PARTS[extent].test(file)) continue;
    await mkdir(path.dirname(path.join(folder, file)), { recursive: true });
    await cp(path.join(ROOT, file), path.join(folder, file)).catch(() => undefined);
  }
  // Packages are links to those of the project; the workspaces are the copy's own.
  const modules = path.join(folder, 'node_modules');
  await mkdir(path.join(modules, '@cairn'), { recursive: true });
  for (const name of (await readdir(path.join(ROOT, 'node_modules'))).filter((each) => each !== '@cairn'))
    await symlink(path.join(ROOT, 'node_modules', name), path.join(modules, name));
  for (const name of WORKSPACES) await symlink(path.join(folder, name), path.join(modules, '@cairn', name));

  const list = path.join(folder, 'store/src/shared/locale.ts');
  await writeFile(list, (await readFile(list, 'utf8')).replace("  fr: 'fr-FR',\n", "$&  de: 'de-DE',\n"));
  const own = path.join(folder, 'store/src/i18n/de');
  await mkdir(own);
  for (const area of ['plans', 'mail', 'language']) {
    const english = await readFile(path.join(folder, 'store/src/i18n/en', `${area}.ts`), 'utf8');
    await writeFile(path.join(own, `${area}.ts`), area === 'language' ? GERMAN : pseudo(english));
  }
  // A message that is not translated yet.
  const plans = path.join(own, 'plans.ts');
  await writeFile(plans, (await readFile(plans, 'utf8')).replace(/^ {2}subtitle: .*\n/m, ''));
  const run = (...args: string[]) =>
    execFileSync(process.execPath, args, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  run('scripts/gen.ts', 'words');
  return { folder, run, remove: () => rm(folder, { recursive: true, force: true }) };
}

const PARTS = {
  words:
    /^(?:package\.json|(?:scripts|sandbox|test)\/package\.json|scripts\/|store\/(?:package\.json|src\/|data\/|content\/))/,
  whole: /^(?!docs\/screenshots)/,
};

const GERMAN = `import type { Language } from '../language.ts';

export const language: Language = { name: 'Deutsch', gigabytes: '\\u00a0GB', megabytes: '\\u00a0MB', bitsPerSecond: 'bit/s', hour: '2-digit', firstOfMonth: '1' };
`;

/** The messages of a file, each with a prefix that marks it as not English. */
function pseudo(source: string): string {
  return source.replaceAll(/(?<=: |\? |^ +)'(?=[^']*[A-Za-z]{2}[^']*',?)/gm, "'¡");
}
