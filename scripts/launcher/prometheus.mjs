import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { exec } from './exec.mjs';
import { ROOT, say } from './say.mjs';

const PROGRAMS = ['prometheus', 'promtool'];
const CACHE = path.join(ROOT, 'node_modules/.cache/prometheus');
/**
 * The folder of `prometheus` and `promtool`: PROMETHEUS_BIN, an installed one, or Debian's package, downloaded and
 * unpacked into a cache, because an installation would start a service. Undefined when neither is available.
 */
export async function ensurePrometheus() {
  const folders = [
    process.env.PROMETHEUS_BIN,
    ...(process.env.PATH ?? '').split(path.delimiter),
    path.join(CACHE, 'usr/bin'),
  ];
  const found = () => folders.find((folder) => folder && PROGRAMS.every((name) => existsSync(path.join(folder, name))));
  if (!found()) await unpack();
  return found();
}

async function unpack() {
  if (!existsSync('/usr/bin/apt-get')) return;
  say('downloading Prometheus (apt-get) …');
  mkdirSync(path.dirname(CACHE), { recursive: true });
  const folder = mkdtempSync(`${CACHE}-`);
  const download = () => exec('apt-get', ['download', '-q', 'prometheus'], { cwd: folder, capture: true });
  let { code, output } = await download();
  if (code !== 0) {
    await exec('apt-get', ['update', '-q'], { capture: true });
    ({ code, output } = await download());
  }
  const file = readdirSync(folder).find((name) => name.endsWith('.deb'));
  if (code === 0 && file)
    ({ code, output } = await exec('dpkg-deb', ['-x', file, 'unpacked'], { cwd: folder, capture: true }));
  if (code !== 0 || !file) say(output.trim().split('\n').slice(-3).join(' / '));
  // An atomic rename, because two runs may do this concurrently.
  else if (!existsSync(CACHE)) renameSync(path.join(folder, 'unpacked'), CACHE);
  rmSync(folder, { recursive: true, force: true });
}
