import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { buildContent, ensureBuilt } from './build.mjs';
import { STARTUP_ERROR, keepRunning } from './child.mjs';
import { readEnvFile } from './env-file.mjs';
import { makeDemoAccount } from './demo-account.mjs';
import { becomesFree } from './port.mjs';
import { startPostgres } from './postgres.mjs';
import { COMPILE_CACHE, PRODUCTION_ARGS, WITH_PARENT } from './production.mjs';
import { withNodeOnPath } from './runtime.mjs';
import { startSandboxes } from './sandboxes.mjs';
import { Fault, ROOT } from './say.mjs';
import { holdDataDir } from './hold.mjs';
import { removeSecondProcess, writeSecondProcess } from './second-process.mjs';

/** Changes here restart the server in development. Vite reloads pages, kit and their texts without a restart. */
const WATCHED = [
  'adapters',
  'composition',
  'config',
  'db',
  'flows',
  'http',
  ...mailWords(),
  'modules',
  'queue',
  'search',
  'shared',
  'main.ts',
  'open-store.ts',
  'services.ts',
  'vendors.ts',
  'worker.ts',
];

/** The words of mails, in each language: pages do not load them, so that Vite does not reload them. */
function mailWords() {
  return readdirSync(path.join(ROOT, 'store/src/i18n'))
    .map((language) => `i18n/${language}/mail.ts`)
    .filter((file) => existsSync(path.join(ROOT, 'store/src', file)));
}

const SANDBOX_STOP_MS = 700;

/**
 * `npm start` and `npm run dev`: PostgreSQL and the needed sandboxes, the demo account, then the application, until a
 * signal or a start-up fault. Returns the exit code. However it ends, it stops everything that it started.
 */
export async function start(node, { dev }) {
  const env = { ...readEnvFile(), ...process.env };
  const dataDir = path.resolve(ROOT, env.CAIRN_DATA_DIR || '.data');
  const appUrl = `http://${localHost(env.HOST)}:${env.PORT || 3000}`;
  // The application stops by itself within this time.
  const appStopMs = (Number(env.SHUTDOWN_SECONDS) || 10) * 1000;
  // Vite builds the pages in development. The texts are compiled once, at the start.
  await (dev ? buildContent(node) : ensureBuilt(node));
  let end;
  const ended = new Promise((resolve) => (end = resolve));
  process.on('SIGINT', () => end(0));
  process.on('SIGTERM', () => end(0));
  const { release, tookOver } = holdDataDir(dataDir);
  const isSandbox = (env.CAIRN_MODE || 'sandbox') === 'sandbox';
  const onMoved = () => void app?.restart(appStopMs);
  let postgres = nothing;
  let sandboxes = nothing;
  let demoAccount = {};
  let app;
  const made = () => ({ ...postgres.variables(), ...sandboxes.variables(), ...demoAccount });
  const variables = () => ({ ...made(), ...env, CAIRN_DATA_DIR: dataDir });

  async function startSurroundings() {
    if (!env.DATABASE_URL) postgres = startPostgres({ node, dataDir, patienceMs: appStopMs, onMoved, onFault: end });
    sandboxes = startSandboxes({ node, dataDir, appUrl, env, onMoved });
    await Promise.all([postgres.ready, sandboxes.ready]);
    demoAccount = await makeDemoAccount(node, variables());
  }

  try {
    // The children of a killed launcher stop by themselves within this time.
    await Promise.race([refuseBusyPort(env, tookOver ? appStopMs : 0), ended]);
    if (isSandbox) {
      const exitCode = await Promise.race([startSurroundings(), ended]);
      if (exitCode !== undefined) return exitCode;
    }
    app = keepRunning('the application', {
      command() {
        if (isSandbox) writeSecondProcess(dataDir, { ...made(), PUBLIC_URL: env.PUBLIC_URL || appUrl });
        const args = dev
          ? [...WATCHED.map((each) => `--watch-path=store/src/${each}`), '--watch-preserve-output', 'store/src/main.ts']
          : PRODUCTION_ARGS;
        const own = {
          ...(dev ? { CAIRN_DEV: '1' } : { NODE_ENV: 'production', NODE_COMPILE_CACHE: COMPILE_CACHE }),
          LOG_FORMAT: env.LOG_FORMAT || logFormat(process.stdout),
        };
        return {
          program: node,
          args: [...WITH_PARENT, ...args],
          env: withNodeOnPath(node, { ...variables(), ...own }),
        };
      },
      onFault: end,
    });
    return await ended;
  } finally {
    await app?.stop(appStopMs);
    await Promise.all([sandboxes.stop(SANDBOX_STOP_MS), postgres.stop()]);
    removeSecondProcess(dataDir);
    release();
  }
}

/** Lines for a person where a person reads them, JSON for a file or a program. */
export const logFormat = ({ isTTY }) => (isTTY ? 'pretty' : 'json');

const nothing = { ready: Promise.resolve(), variables: () => ({}), stop: async () => {} };

/** The application reports the same, but only after its database and the sandboxes are up. */
async function refuseBusyPort(env, patienceMs) {
  const port = Number(env.PORT || 3000);
  const host = env.HOST || '127.0.0.1';
  if (!Number.isInteger(port) || port < 1 || port > 65_535 || (await becomesFree(port, host, patienceMs))) return;
  throw new Fault(
    `Port ${port} on ${host} is in use: stop what runs there, or set PORT to another one.`,
    STARTUP_ERROR,
  );
}

/** The address at which this machine reaches a listener on HOST. */
function localHost(host) {
  if (!host || host === '0.0.0.0' || host === '::') return '127.0.0.1';
  return host.includes(':') ? `[${host}]` : host;
}
