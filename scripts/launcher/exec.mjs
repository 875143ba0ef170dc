import { spawn } from 'node:child_process';
import { stripVTControlCharacters } from 'node:util';
import { ROOT } from './say.mjs';

const ENDING = ['SIGTERM', 'SIGINT', 'SIGHUP'];

/**
 * Runs a program to its end. `capture` collects its output instead of showing it. `code` is null after a signal or a
 * time-out, and 127 for a program that cannot be started. With `endsWithUs` a signal to this process ends the program
 * first, which would otherwise continue.
 */
export function exec(
  program,
  args,
  { env = process.env, capture = false, timeoutMs, cwd = ROOT, endsWithUs = false } = {},
) {
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
    let signalled;
    const passOn = (signal) => {
      signalled = signal;
      child.kill(signal);
    };
    if (endsWithUs) for (const signal of ENDING) process.on(signal, passOn);
    const end = (result) => {
      for (const signal of ENDING) process.off(signal, passOn);
      if (signalled) process.kill(process.pid, signalled);
      else resolve(result);
    };
    child.once('error', (error) => end({ code: 127, output: error.message }));
    child.once('close', (code) => end({ code, output: stripVTControlCharacters(output) }));
  });
}
