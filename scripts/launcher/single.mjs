import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Fault } from './say.mjs';

/** Lets one launcher at a time work on a data directory; the answer lets it go. Two would open the same ledgers. */
export function holdDataDir(dataDir) {
  const file = path.join(dataDir, 'launcher.pid');
  mkdirSync(dataDir, { recursive: true });
  for (;;) {
    try {
      writeFileSync(file, String(process.pid), { flag: 'wx' });
      return () => rmSync(file, { force: true });
    } catch (error) {
      if (error.code !== 'EEXIST') throw new Fault(`The data directory ${dataDir} cannot be written: ${error.code}.`);
    }
    const holder = Number(readFileSync(file, 'utf8'));
    if (holder !== process.pid && isLauncher(holder)) {
      throw new Fault(`Cairn already runs on ${dataDir} (process ${holder}). Stop it, or set CAIRN_DATA_DIR and PORT for a second one.`);
    }
    rmSync(file, { force: true });
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
