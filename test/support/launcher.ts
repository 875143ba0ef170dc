import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { until } from './wire.ts';

const ROOT = path.join(import.meta.dirname, '../..');

/** `npm start` as a separate process, with all processes that it starts. */
export type Launched = {
  pid: number;
  output(): string;
  /** Resolves with the exit code, or null after a signal. */
  exited: Promise<number | null>;
  /** Waits until the output matches. Throws when the process ends first. */
  says(pattern: RegExp): Promise<RegExpExecArray>;
  /** Ids of all processes that it started, and its own. */
  family(): number[];
  kill(signal: NodeJS.Signals): void;
};

/** Runs the launcher (`node scripts/run.mjs start`), or npm with it, with only these variables of ours. */
export function launch(env: Record<string, string>, { npm = false } = {}): Launched {
  const [program, args] = npm ? ['npm', ['start']] : [process.execPath, ['scripts/run.mjs', 'start']];
  const { PATH = '', HOME = '' } = process.env;
  const child: ChildProcess = spawn(program, args, {
    cwd: ROOT,
    env: { PATH: `${path.dirname(process.execPath)}:${PATH}`, HOME, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  let output = '';
  child.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  let ended = false;
  // "exit" and not "close": a process that is left behind would keep the output open.
  const exited = once(child, 'exit').then(([code]) => {
    ended = true;
    return code as number | null;
  });
  const pid = child.pid ?? 0;
  return {
    pid,
    output: () => output,
    exited,
    async says(pattern) {
      const found = await until(() => pattern.exec(output) ?? (ended && 'ended'), {
        timeout: 120_000,
        what: `the launcher says ${pattern}`,
      });
      if (found === 'ended') throw new Error(`It ended without saying ${pattern}:\n${output}`);
      return found as RegExpExecArray;
    },
    family: () => descendantsOf(pid),
    kill: (signal) => void child.kill(signal),
  };
}

/** The process and all its live descendants. */
export function descendantsOf(pid: number): number[] {
  const parents = parentsOfAll();
  const family = [pid];
  for (const parent of family) family.push(...parents.filter(([, ppid]) => ppid === parent).map(([child]) => child));
  return family;
}

/** Process and parent of all processes. Small images have no `ps`. */
function parentsOfAll(): [pid: number, ppid: number][] {
  if (!existsSync('/proc/self/stat')) {
    const lines = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' }).trim().split('\n');
    return lines.map((line) => line.trim().split(/\s+/).map(Number) as [number, number]);
  }
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
        return [[Number(name), Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])] as [number, number]];
      } catch {
        return [];
      }
    });
}
