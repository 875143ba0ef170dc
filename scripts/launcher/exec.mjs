import { spawn } from 'node:child_process';
import { stripVTControlCharacters } from 'node:util';
import { ROOT } from './say.mjs';

/**
 * Runs a program to its end. `capture` collects its output instead of showing it. The answer's `code` is null when a
 * signal or the time limit ended it; a program that cannot be started has code 127.
 */
export function exec(program, args, { env = process.env, capture = false, timeoutMs, cwd = ROOT } = {}) {
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      cwd,
      env: capture ? { ...env, NO_COLOR: '1' } : env,
      stdio: capture ? ['ignore', 'pipe', 'pipe'] : ['ignore', 'inherit', 'inherit'],
      shell: process.platform === 'win32' && program === 'npm',
      ...(timeoutMs ? { timeout: timeoutMs, killSignal: 'SIGKILL' } : {}),
    });
    let output = '';
    child.stdout?.on('data', (chunk) => (output += chunk));
    child.stderr?.on('data', (chunk) => (output += chunk));
    child.once('error', (error) => resolve({ code: 127, output: error.message }));
    child.once('close', (code) => resolve({ code, output: stripVTControlCharacters(output) }));
  });
}
