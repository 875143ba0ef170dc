import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { exec } from './exec.mjs';
import { ROOT, say } from './say.mjs';

/**
 * The folder of programs that tests need: the one that `given` names, one on the PATH, or that of Debian's package,
 * downloaded and unpacked into a cache, because an installation would start a service. Undefined when none is
 * available.
 */
export async function ensureUnpacked(name, { programs, folder, given }) {
  const cache = path.join(ROOT, 'node_modules/.cache', name);
  const folders = [given, ...(process.env.PATH ?? '').split(path.delimiter), path.join(cache, folder)];
  const found = () => folders.find((each) => each && programs.every((program) => existsSync(path.join(each, program))));
  if (!found()) await unpack(name, cache);
  return found();
}

async function unpack(name, cache) {
  if (!existsSync('/usr/bin/apt-get')) return;
  say(`downloading ${name} (apt-get) …`);
  mkdirSync(path.dirname(cache), { recursive: true });
  const folder = mkdtempSync(`${cache}-`);
  const download = () => exec('apt-get', ['download', '-q', name], { cwd: folder, capture: true });
  let { code, output } = await download();
  if (code !== 0) {
    await exec('apt-get', ['update', '-q'], { capture: true });
    ({ code, output } = await download());
  }
  const file = readdirSync(folder).find((each) => each.endsWith('.deb'));
  if (code === 0 && file)
    ({ code, output } = await exec('dpkg-deb', ['-x', file, 'unpacked'], { cwd: folder, capture: true }));
  if (code !== 0 || !file) say(output.trim().split('\n').slice(-3).join(' / '));
  // An atomic rename, because two runs may do this concurrently.
  else if (!existsSync(cache)) renameSync(path.join(folder, 'unpacked'), cache);
  rmSync(folder, { recursive: true, force: true });
}
