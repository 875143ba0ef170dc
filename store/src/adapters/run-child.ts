import { spawn } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import { buffer } from 'node:stream/consumers';
import { AppError } from '../shared/errors.ts';

type Child = {
  /** The program, and the options of node before it. */
  program: string;
  nodeOptions?: readonly string[];
  args?: readonly string[];
  timeoutMs: number;
};

/**
 * Passes untrusted bytes to a process of its own and returns its output; null when it fails or exceeds the time-out.
 * Throws AppError `unavailable` when the process cannot be started.
 */
export async function runChild(input: Uint8Array, { program, nodeOptions = [], args = [], timeoutMs }: Child) {
  // Without our environment variables.
  const child = spawn(process.execPath, [...nodeOptions, program, ...args], {
    env: {},
    stdio: ['pipe', 'pipe', 'ignore'],
    timeout: timeoutMs,
    killSignal: 'SIGKILL',
  });
  const ended = new Promise<number | null>((resolve, reject) => child.once('error', reject).once('close', resolve));
  try {
    // Requests have priority over this process.
    if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
    // The child may exit before it has read all of its input.
    child.stdin.on('error', () => undefined).end(input);
    const [output, code] = await Promise.all([buffer(child.stdout), ended]);
    return code === 0 && output.length > 0 ? output : null;
  } catch (cause) {
    throw new AppError('unavailable', { message: 'a child process could not be started', cause });
  }
}
