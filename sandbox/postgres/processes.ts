import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

/** True while a process with this id runs, of any owner. */
export function processIsAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
  return !isZombie(pid);
}

/** A process that has ended but was not reaped. An orphan stays one when the init process reaps nothing. */
function isZombie(pid: number): boolean {
  try {
    return afterCommand(readFileSync(`/proc/${pid}/stat`, 'utf8'))[0] === 'Z';
  } catch {
    return false;
  }
}

/**
 * The fields of proc_pid_stat(5) from the third (state) on. The second, the command, may contain spaces and brackets.
 */
function afterCommand(stat: string): string[] {
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
}

/** Sends a signal. Does nothing when the process is gone. */
export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** The command line of a process, or '' when it is gone, a zombie, or unreadable. */
export async function commandLine(pid: number): Promise<string> {
  const proc = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => undefined);
  if (proc !== undefined) return proc.replaceAll('\0', ' ');
  const ps = await promisify(execFile)('ps', ['-p', String(pid), '-o', 'command=']).catch(() => ({ stdout: '' }));
  return ps.stdout;
}

/**
 * The start time of a process (field 22 of proc_pid_stat(5)), which tells it from a later one with the same id. '' when
 * unknown.
 */
export async function startTime(pid: number): Promise<string> {
  return afterCommand(await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => ''))[19] ?? '';
}
