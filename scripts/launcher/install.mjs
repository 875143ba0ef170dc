import { createHash } from 'node:crypto';
import { existsSync, lstatSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import path from 'node:path';
import { exec } from './exec.mjs';
import { oneAtATime } from './hold.mjs';
import { Fault, ROOT, say } from './say.mjs';

const LOCKFILE = path.join(ROOT, 'package-lock.json');
const MODULES = path.join(ROOT, 'node_modules');
/** Hash of the lock file from which node_modules was installed. */
const STAMP = path.join(MODULES, '.cairn-lock');
/** npm writes this at the end of an install. */
const NPM_RECORD = path.join(MODULES, '.package-lock.json');
const NEEDED_BYTES = 1_500_000_000;

/** Runs `npm ci` when node_modules is missing or was installed from another lock file. */
export async function ensureInstalled() {
  const wanted = createHash('sha256').update(readFileSync(LOCKFILE)).digest('hex');
  const isInstalled = () => existsSync(STAMP) && readFileSync(STAMP, 'utf8').trim() === wanted;
  if (isInstalled()) return;
  if (!existsSync(STAMP) && installedByHand()) return writeFileSync(STAMP, wanted);
  await oneAtATime('install', async () => {
    if (!isInstalled()) await install(wanted);
  });
}

async function install(wanted) {
  // npm ci would empty the target of a symbolic link, which may belong to another checkout.
  if (lstatSync(MODULES, { throwIfNoEntry: false })?.isSymbolicLink()) {
    throw new Fault(
      'node_modules is a symbolic link, and installing would empty the folder it points to. Remove the link and run this again.',
    );
  }
  const { bavail, bsize } = await statfs(ROOT);
  if (bavail * bsize < NEEDED_BYTES) {
    throw new Fault(
      `Installing needs about 1.5 GB of disk; only ${Math.round((bavail * bsize) / 1e6)} MB are free here.`,
    );
  }
  say('installing the dependencies (npm ci) …');
  const [program, ...first] = npm();
  const { code } = await exec(program, [...first, 'ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    endsWithUs: true,
  });
  if (code === 127) throw new Fault('npm was not found. It comes with Node.js: install Node.js 20 or later.');
  if (code !== 0) throw new Fault('npm ci failed; see its output above. Is the npm registry reachable from here?');
  writeFileSync(STAMP, wanted);
}

/** `npm ci` was run by hand after the last change of the lock file. */
function installedByHand() {
  return existsSync(NPM_RECORD) && statSync(NPM_RECORD).mtimeMs >= statSync(LOCKFILE).mtimeMs;
}

/** The npm that runs this script, or the one on the path. */
function npm() {
  const running = process.env.npm_execpath;
  return running && /npm-cli\.[cm]?js$/.test(running) ? [process.execPath, running] : ['npm'];
}
