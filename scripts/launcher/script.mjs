import { spawn } from 'node:child_process';
import { withNodeOnPath } from './runtime.mjs';
import { readEnvFile } from './env-file.mjs';
import { ROOT } from './say.mjs';

/** Runs a script of the project on the chosen Node, on this terminal, with `.env`; answers its exit code. */
export function runScript(node, script, args) {
  return new Promise((resolve, reject) => {
    const env = withNodeOnPath(node, { ...readEnvFile(), ...process.env });
    const child = spawn(node, [script, ...args], { cwd: ROOT, env, stdio: 'inherit' });
    child.once('error', reject);
    child.once('exit', (code) => resolve(code ?? 1));
  });
}
