import path from 'node:path';
import { ensureBuilt } from './build.mjs';
import { STARTUP_FAULT, keepRunning } from './child.mjs';
import { readEnvFile } from './env-file.mjs';
import { waitUntilFree } from './port.mjs';
import { withNodeOnPath } from './runtime.mjs';
import { startSandboxes } from './sandboxes.mjs';
import { ROOT } from './say.mjs';
import { holdDataDir } from './hold.mjs';

/** What restarts the server in development. Pages, kit and words are Vite's, which reloads them without a restart. */
const WATCHED = [
  'adapters',
  'db',
  'flows',
  'http',
  'modules',
  'queue',
  'shared',
  'config.ts',
  'config-variables.ts',
  'main.ts',
  'services.ts',
  'worker.ts',
];

/** SIGTERM to everything gone: the application gets most of it, for its requests and jobs. */
const APP_STOP_MS = 9_000;
const SANDBOX_STOP_MS = 700;

/**
 * `npm start` and `npm run dev`: the sandboxes that are needed, then the application, until a signal or a start-up fault.
 * Answers the exit code.
 */
export async function start(node, { dev }) {
  const env = { ...readEnvFile(), ...process.env };
  const dataDir = path.resolve(ROOT, env.CAIRN_DATA_DIR || '.data');
  const appUrl = `http://${localHost(env.HOST)}:${env.PORT || 3000}`;
  const inSandboxMode = (env.CAIRN_MODE || 'sandbox') === 'sandbox';
  if (!dev) await ensureBuilt(node);
  const { release, tookOver } = holdDataDir(dataDir);
  // The children of a killed launcher stop by themselves; this is how long that may take them.
  if (tookOver) await waitUntilFree(Number(env.PORT || 3000), APP_STOP_MS);

  const stopped = new Promise((resolve) => {
    process.on('SIGINT', () => resolve(0));
    process.on('SIGTERM', () => resolve(0));
  });
  const starting = inSandboxMode
    ? startSandboxes({ node, dataDir, appUrl, env })
    : Promise.resolve({ variables: {}, addresses: {}, stop: async () => {} });
  const sandboxes = await Promise.race([starting, stopped.then(() => undefined)]);
  if (!sandboxes) {
    await (await starting).stop(SANDBOX_STOP_MS);
    release();
    return 0;
  }

  const faulty = deferred();
  const preload = new URL('./with-parent.mjs', import.meta.url).href;
  const app = keepRunning('the application', {
    command: () => ({
      program: node,
      args: [
        ...(dev ? [...WATCHED.map((each) => `--watch-path=src/${each}`), '--watch-preserve-output'] : []),
        '--import',
        preload,
        'src/main.ts',
      ],
      env: withNodeOnPath(node, {
        ...sandboxes.variables,
        ...env,
        CAIRN_DATA_DIR: dataDir,
        ...(dev ? { CAIRN_DEV: '1' } : { NODE_ENV: 'production' }),
      }),
    }),
    onFault: faulty.resolve,
  });
  void announce(appUrl, { env, addresses: sandboxes.addresses, until: Promise.race([stopped, faulty.promise]) });

  const exitCode = await Promise.race([stopped, faulty.promise]);
  if (exitCode !== STARTUP_FAULT) await app.stop(APP_STOP_MS);
  await sandboxes.stop(SANDBOX_STOP_MS);
  release();
  return exitCode;
}

/** Waits until the application answers and tells a person where everything is. */
async function announce(appUrl, { env, addresses, until }) {
  let over = false;
  void until.then(() => (over = true));
  while (!(await isReady(appUrl))) {
    if (over) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  const rows = [['Cairn', env.PUBLIC_URL || appUrl]];
  if (addresses.mail) rows.push(['Inbox', addresses.mail]);
  if (addresses.stripe) rows.push(['Test card', '4242 4242 4242 4242, any later date, any code']);
  if (Object.keys(addresses).length > 0) rows.push(['Sandboxes', `${appUrl}/_sandbox`]);
  const lines = rows.map(([label, value]) => `  ${label.padEnd(10)} ${value}`);
  process.stderr.write(`\n${lines.join('\n')}\n  Stop with Ctrl-C.\n\n`);
}

async function isReady(appUrl) {
  try {
    const answer = await fetch(`${appUrl}/readyz`, { signal: AbortSignal.timeout(2000) });
    await answer.arrayBuffer();
    return answer.ok;
  } catch {
    return false;
  }
}

/** The address by which this machine reaches what listens on HOST. */
function localHost(host) {
  if (!host || host === '0.0.0.0' || host === '::') return '127.0.0.1';
  return host.includes(':') ? `[${host}]` : host;
}

function deferred() {
  let resolve;
  const promise = new Promise((done) => (resolve = done));
  return { promise, resolve };
}
