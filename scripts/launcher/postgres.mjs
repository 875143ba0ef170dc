import { readFileSync } from 'node:fs';
import { STARTUP_ERROR, keepRunning, onJsonLine } from './child.mjs';
import { parseEnvFile } from './env-file.mjs';
import { isFree } from './port.mjs';
import { withNodeOnPath } from './runtime.mjs';
import { Fault } from './say.mjs';
import { fileIn } from './second-process.mjs';

/** Its fast shutdown takes up to 8 seconds by itself. */
export const POSTGRES_STOP_MS = 10_000;

/**
 * Starts the sandbox's PostgreSQL on a data directory, and keeps it running. `ready` resolves when it answers, and rejects
 * with a Fault when it can't start; `variables()` is what the application needs of it. When it comes back on another port
 * `onMoved` is called, and `onFault` when it gives up later. Killed, the launcher leaves it `patienceMs` to outlive its clients.
 */
export function startPostgres({ node, dataDir, patienceMs, onMoved, onFault }) {
  let url;
  let child;
  const args = ['--data', dataDir, '--with-parent', '--patience', String(patienceMs / 1000)];
  const ready = new Promise((resolve, reject) => {
    child = keepRunning('PostgreSQL', {
      command: () => ({ program: node, args: ['sandbox/postgres/main.ts', ...args], env: withNodeOnPath(node) }),
      stdout: 'pipe',
      onStart: (started) =>
        onJsonLine('PostgreSQL', started, (answer) => {
          const before = url;
          url = answer.url;
          if (before && before !== url) onMoved();
          resolve();
        }),
      onFault: (code) => {
        reject(new Fault(`PostgreSQL can't start on ${dataDir}; what it said stands above.`, STARTUP_ERROR));
        if (url) onFault(code);
      },
    });
  });
  return {
    ready,
    variables: () => (url ? { DATABASE_URL: url } : {}),
    stop: () => child.stop(POSTGRES_STOP_MS),
  };
}

/** The address of the PostgreSQL that a launcher runs on this data directory now, or undefined. */
export async function runningPostgres(dataDir) {
  try {
    const { DATABASE_URL: url } = parseEnvFile(readFileSync(fileIn(dataDir), 'utf8'));
    return url && !(await isFree(Number(new URL(url).port), new URL(url).hostname)) ? url : undefined;
  } catch {
    return undefined;
  }
}
