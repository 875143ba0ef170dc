import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/**
 * True while a process with this id runs, of any owner. False for a zombie: it was killed, does nothing any more, and keeps
 * its id and start time until its parent reads its exit code.
 */
export function isAlive(pid) {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (error.code !== 'EPERM') return false;
  }
  return !isZombie(pid);
}

function isZombie(pid) {
  if (process.platform === 'linux') return ZOMBIE.test(statOf(pid)[0] ?? '');
  try {
    return ZOMBIE.test(execFileSync('ps', ['-o', 'state=', '-p', String(pid)], { encoding: 'utf8' }).trim());
  } catch {
    return false;
  }
}

/** The states of a process that has ended (proc_pid_stat(5)). */
const ZOMBIE = /^[ZX]/;

/**
 * The start time of a process as text, which tells it from a later one with the same id. '' when it is gone or unknown.
 */
export function startTime(pid) {
  if (process.platform === 'linux') return statOf(pid)[19] ?? '';
  try {
    return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim();
  } catch {
    return '';
  }
}

/**
 * The fields of proc_pid_stat(5) from the third (state) on. The second, the command, may contain spaces and brackets.
 */
function statOf(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  } catch {
    return [];
  }
}

const parentOf = (pid) => (pid === process.pid ? process.ppid : Number(statOf(pid)[1] ?? 0));

function commandLine(pid) {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
  } catch {
    return '';
  }
}

const LOOK_MS = 200;

/**
 * Under `npm start`, sends this process SIGTERM when npm or its shell is gone. npm sends a signal only to the shell,
 * which ends and leaves this process behind. Started without npm, it watches no process, so the terminal may be closed
 * (`nohup`, `setsid`).
 */
export function followNpm() {
  if (!process.env.npm_lifecycle_event) return;
  const shell = process.ppid;
  const viaShell = / -c .*run\.mjs/.test(commandLine(shell));
  const followed = viaShell ? [process.pid, shell] : [process.pid];
  const parents = followed.map(parentOf);
  const timer = setInterval(() => {
    if (followed.every((pid, index) => parentOf(pid) === parents[index])) return;
    clearInterval(timer);
    process.kill(process.pid, 'SIGTERM');
  }, LOOK_MS);
  timer.unref();
}
