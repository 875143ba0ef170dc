import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync } from 'node:fs';
import path from 'node:path';

/** Arguments of setpriv: the program ends with the drill, also when that is killed. */
export const WITH_DRILL = ['--pdeathsig', 'KILL'] as const;

/**
 * Starts a program in a folder. Its output is appended to `<log>.log` there. It has a group of its own: Ctrl-C reaches the
 * drill alone, which stops what it has started.
 */
export function launch(
  program: string,
  args: readonly string[],
  { dir, log, env = {} }: { dir: string; log: string; env?: Record<string, string> },
): ChildProcess {
  const out = openSync(path.join(dir, `${log}.log`), 'a');
  // Debian's servers are in /usr/sbin, which users have not in their PATH.
  const own = { PATH: `${process.env['PATH']}:/usr/sbin`, LANG: 'C.UTF-8' };
  return spawn(program, args, { cwd: dir, env: { ...own, ...env }, stdio: ['ignore', out, out], detached: true });
}

/** Sends a signal. Resolves when the program has ended. */
export async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill(signal);
  await exited;
}
