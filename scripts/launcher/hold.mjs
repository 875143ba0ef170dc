import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Fault, ROOT, say } from './say.mjs';

/**
 * Takes a lock file for this process. Answers `{ release, tookOver }`, or `{ holder }`, the process that has it; a lock
 * whose holder is gone is taken over.
 */
function tryHold(file) {
  let tookOver = false;
  mkdirSync(path.dirname(file), { recursive: true });
  for (;;) {
    try {
      writeFileSync(file, String(process.pid), { flag: 'wx' });
      return { release: () => rmSync(file, { force: true }), tookOver };
    } catch (error) {
      if (error.code !== 'EEXIST') throw new Fault(`${file} cannot be written: ${error.code}.`);
    }
    const holder = Number(readFileSync(file, 'utf8'));
    if (holder !== process.pid && isLauncher(holder)) return { holder };
    rmSync(file, { force: true });
    tookOver = true;
  }
}

/**
 * Lets one launcher at a time work on a data directory: two would open the same ledgers. `release` lets it go;
 * `tookOver` tells that the last one was killed, so that its children may still be stopping.
 */
export function holdDataDir(dataDir) {
  const { holder, ...held } = tryHold(path.join(dataDir, 'launcher.pid'));
  if (holder)
    throw new Fault(
      `Cairn already runs on ${dataDir} (process ${holder}). Stop it, or set CAIRN_DATA_DIR and PORT for a second one.`,
    );
  return held;
}

/** Runs `work` while no other launcher of this project does the same: `npm start` and `npm test` may begin together. */
export async function oneAtATime(name, work) {
  const file = path.join(ROOT, 'build', `.${name}.pid`);
  let held = tryHold(file);
  if (held.holder) say(`waiting for process ${held.holder}, which is at it already (${name}) …`);
  while (held.holder) {
    await new Promise((resolve) => setTimeout(resolve, 200));
    held = tryHold(file);
  }
  try {
    return await work();
  } finally {
    held.release();
  }
}

function isLauncher(pid) {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return error.code === 'EPERM';
  }
  try {
    // The id may have gone to another program since.
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('run.mjs');
  } catch {
    return process.platform !== 'linux';
  }
}
