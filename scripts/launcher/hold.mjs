import { BRAND } from './brand.mjs';
import { linkSync, mkdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { STARTUP_ERROR } from './child.mjs';
import { isAlive, startTime } from './processes.mjs';
import { Fault, ROOT, say } from './say.mjs';

/**
 * Takes a lock file for this process. Answers `{ release, tookOver }`, or `{ holder }`, the id of the process that has it.
 * A lock is void when its process is gone (an id is given again, so the time of its start counts, too), when it was copied
 * here with its folder, and when it was cut off while it was written; then it is taken over.
 */
function tryHold(file) {
  let tookOver = false;
  mkdirSync(path.dirname(file), { recursive: true });
  const place = path.join(realpathSync(path.dirname(file)), path.basename(file));
  const mine = JSON.stringify({ pid: process.pid, started: startTime(process.pid), place });
  const draft = `${file}.${process.pid}`;
  try {
    for (;;) {
      try {
        // Written in full under another name first, so that a reader never sees half of it.
        writeFileSync(draft, mine, { mode: 0o600 });
        linkSync(draft, file);
        return { release: () => read(file) === mine && rmSync(file, { force: true }), tookOver };
      } catch (error) {
        if (error.code !== 'EEXIST') throw new Fault(`${file} cannot be written: ${error.code}.`);
      }
      const holder = holderIn(read(file), place);
      if (holder && holder !== process.pid) return { holder };
      rmSync(file, { force: true });
      tookOver = true;
    }
  } finally {
    rmSync(draft, { force: true });
  }
}

/** The living process that wrote this lock for this place, or undefined. */
function holderIn(text, place) {
  try {
    const lock = JSON.parse(text);
    const holds = lock.place === place && isAlive(lock.pid) && startTime(lock.pid) === lock.started;
    return holds ? lock.pid : undefined;
  } catch {
    return undefined;
  }
}

function read(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
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
      `${BRAND} already runs on ${dataDir} (process ${holder}). Stop it, or set CAIRN_DATA_DIR and PORT for a second one.`,
      STARTUP_ERROR,
    );
  return held;
}

/** Runs `work` while no other launcher of this project does the same: `npm start` and `npm test` may begin together. */
export async function oneAtATime(name, work) {
  const file = path.join(ROOT, 'store/build', `.${name}.pid`);
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
