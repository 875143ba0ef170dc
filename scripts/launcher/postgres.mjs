import { readFileSync } from 'node:fs';
import { STARTUP_ERROR, keepRunning, onJsonLine } from './child.mjs';
import { parseEnvFile } from './env-file.mjs';
import { isFree } from './port.mjs';
import { withNodeOnPath } from './runtime.mjs';
import { Fault } from './say.mjs';
import { fileIn } from './second-process.mjs';

/** Its own fast shutdown takes up to 8 seconds. */
export const POSTGRES_STOP_MS = 10_000;

/**
 * Starts the sandbox's PostgreSQL on a data directory, and keeps it running. `ready` resolves when it accepts
 * connections, and rejects with a Fault when it cannot start. `variables()` are the application's variables for it.
 * `onMoved` is called when it restarts on another port, and `onFault` when it gives up later. When the launcher is
 * killed, it waits up to `patienceMs` for its clients before it stops.
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
        reject(new Fault(`PostgreSQL can't start on ${dataDir}; see its output above.`, STARTUP_ERROR));
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

/** The URL of the PostgreSQL that a running launcher has on this data directory, or undefined. */
export async function runningPostgres(dataDir) {
  try {
    const { DATABASE_URL: url } = parseEnvFile(readFileSync(fileIn(dataDir), 'utf8'));
    return url && !(await isFree(Number(new URL(url).port), new URL(url).hostname)) ? url : undefined;
  } catch {
    return undefined;
  }
}
