import { BRAND } from './brand.mjs';
import { linkSync, mkdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { STARTUP_ERROR } from './child.mjs';
import { isAlive, startTime } from './processes.mjs';
import { Fault, ROOT, say } from './say.mjs';

/**
 * Takes a lock file for this process. Returns `{ release, tookOver }`, or `{ holder }`, the id of the process that
 * holds it. A lock is stale when its process is gone (ids are reused, so the start time counts, too), when it was
 * copied here with its folder, or when it is incomplete. A stale lock is taken over.
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
        // Written under another name first and then linked, so a reader never sees an incomplete file.
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

/** The live process that wrote this lock for this place, or undefined. */
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
 * Allows one launcher at a time on a data directory, because two would open the same ledgers. `release` releases the
 * lock. `tookOver` is true when the last holder was killed, so its children may still be stopping.
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

/** Runs `work` while no other launcher of this project runs the same: `npm start` and `npm test` may start together. */
export async function oneAtATime(name, work) {
  const file = path.join(ROOT, 'store/build', `.${name}.pid`);
  let held = tryHold(file);
  if (held.holder) say(`waiting for process ${held.holder} (${name}) …`);
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
