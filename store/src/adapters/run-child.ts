import { spawn } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import { buffer } from 'node:stream/consumers';
import { AppError } from '../shared/errors.ts';

type Child = {
  /** The program, and what node takes before it. */
  program: string;
  nodeOptions?: readonly string[];
  args?: readonly string[];
  timeoutMs: number;
};

/**
 * Gives bytes of a stranger to a process of its own and answers what it writes; null when it can make nothing of them, or takes
 * too long. Throws AppError `unavailable` when there can be no such process.
 */
export async function runChild(input: Uint8Array, { program, nodeOptions = [], args = [], timeoutMs }: Child) {
  // Nothing of our environment.
  const child = spawn(process.execPath, [...nodeOptions, program, ...args], {
    env: {},
    stdio: ['pipe', 'pipe', 'ignore'],
    timeout: timeoutMs,
    killSignal: 'SIGKILL',
  });
  const ended = new Promise<number | null>((resolve, reject) => child.once('error', reject).once('close', resolve));
  try {
    // Requests have priority.
    if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
    // One that has seen enough ends before it has read it all.
    child.stdin.on('error', () => undefined).end(input);
    const [output, code] = await Promise.all([buffer(child.stdout), ended]);
    return code === 0 && output.length > 0 ? output : null;
  } catch (cause) {
    throw new AppError('unavailable', { message: 'a process can not be started', cause });
  }
}
