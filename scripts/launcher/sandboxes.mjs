import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { keepRunning } from './child.mjs';
import { isFree } from './port.mjs';
import { withNodeOnPath } from './runtime.mjs';
import { say } from './say.mjs';

const secret = (prefix = '') => `${prefix}${randomBytes(18).toString('hex')}`;

/**
 * The sandboxes: which variables say that a vendor (or another sandbox) is configured, so that ours is not needed; the
 * credentials both sides share, made once per data directory; and what the application is told. `remember` keeps
 * addresses stable: a payment page or an inbox that is open in a browser lives through a restart.
 */
const SANDBOXES = {
  stripe: {
    configuredBy: ['STRIPE_API_URL'],
    credentials: { STRIPE_SECRET_KEY: () => secret('sk_test_'), STRIPE_WEBHOOK_SECRET: () => secret('whsec_') },
    flags: (env, appUrl) => [
      '--secret-key',
      env.STRIPE_SECRET_KEY,
      '--webhook-secret',
      env.STRIPE_WEBHOOK_SECRET,
      '--webhook-url',
      `${appUrl}/webhooks/stripe`,
    ],
    variables: (ready) => ({ STRIPE_API_URL: ready.url }),
  },
  airalo: {
    configuredBy: ['AIRALO_API_URL'],
    credentials: { AIRALO_CLIENT_ID: () => secret('cairn_'), AIRALO_CLIENT_SECRET: () => secret() },
    flags: (env) => ['--client-id', env.AIRALO_CLIENT_ID, '--client-secret', env.AIRALO_CLIENT_SECRET],
    variables: (ready) => ({ AIRALO_API_URL: ready.url }),
  },
  mail: {
    configuredBy: ['SMTP_URL'],
    credentials: { MAIL_FROM: () => 'Cairn <hello@cairn.example>' },
    flags: (env, appUrl, ports) => ['--smtp-port', String(ports.smtp ?? 0)],
    variables: (ready) => ({ SMTP_URL: ready.smtp }),
  },
  /** Google and Facebook in one; either one that is configured keeps it away. */
  oauth: {
    configuredBy: ['GOOGLE_CLIENT_ID', 'FACEBOOK_APP_ID'],
    credentials: {
      GOOGLE_CLIENT_ID: () => secret('google_'),
      GOOGLE_CLIENT_SECRET: () => secret(),
      FACEBOOK_APP_ID: () => secret('facebook_'),
      FACEBOOK_APP_SECRET: () => secret(),
    },
    flags: (env, appUrl) => [
      `--google-client-id=${env.GOOGLE_CLIENT_ID}`,
      `--google-client-secret=${env.GOOGLE_CLIENT_SECRET}`,
      `--facebook-app-id=${env.FACEBOOK_APP_ID}`,
      `--facebook-app-secret=${env.FACEBOOK_APP_SECRET}`,
      `--redirect-uri=${new URL(env.PUBLIC_URL || appUrl).origin}/oauth/callback`,
    ],
    variables: ({ google, facebook }) => ({
      GOOGLE_ISSUER: google,
      FACEBOOK_DIALOG_URL: facebook,
      FACEBOOK_GRAPH_URL: facebook,
    }),
    addresses: ({ google, facebook }) => ({ google, facebook }),
  },
};

/**
 * Starts the sandboxes that the environment does not replace. Answers the application's variables, the addresses, and
 * how to stop them. A sandbox that dies is started again on its address.
 */
export async function startSandboxes({ node, dataDir, appUrl, env }) {
  const memory = openMemory(path.join(dataDir, 'sandboxes.json'));
  const wanted = Object.entries(SANDBOXES).filter(([, { configuredBy }]) => !configuredBy.some((name) => env[name]));
  const variables = {};
  for (const [, { credentials }] of wanted) {
    for (const [name, make] of Object.entries(credentials))
      variables[name] = env[name] ?? memory.credential(name, make);
  }

  const running = await Promise.all(
    wanted.map(async ([name, sandbox]) => {
      const ports = {};
      for (const [part, port] of Object.entries(memory.ports(name))) ports[part] = (await isFree(port)) ? port : 0;
      const started = await startOne(name, {
        command: () => ({
          program: node,
          args: [
            `sandbox/${name}/main.ts`,
            '--port',
            String(ports.http ?? 0),
            '--data',
            path.join(dataDir, 'sandbox', name),
            '--with-parent',
            ...sandbox.flags({ ...env, ...variables }, appUrl, ports),
          ],
          env: withNodeOnPath(node),
        }),
        onReady: (ready) => {
          ports.http = Number(new URL(ready.url).port);
          if (ready.smtp) ports.smtp = Number(new URL(ready.smtp).port);
          memory.keepPorts(name, ports);
        },
      });
      Object.assign(variables, sandbox.variables(started.ready));
      return { name, ...started };
    }),
  );

  const addresses = Object.assign(
    {},
    ...running.map(({ name, ready }) => SANDBOXES[name].addresses?.(ready) ?? { [name]: ready.url }),
  );
  if (!env.CAIRN_SANDBOXES && ['stripe', 'airalo', 'mail'].every((name) => addresses[name]))
    variables.CAIRN_SANDBOXES = JSON.stringify(addresses);
  return { variables, addresses, stop: (limitMs) => Promise.all(running.map(({ child }) => child.stop(limitMs))) };
}

/** Starts one and waits for its first line, `{"ready":true,"url":…}`. */
function startOne(name, { command, onReady }) {
  return new Promise((resolve, reject) => {
    const child = keepRunning(`the ${name} sandbox`, {
      command,
      stdout: 'pipe',
      onStart(process_) {
        createInterface({ input: process_.stdout }).on('line', (line) => {
          const ready = parse(line);
          if (!ready?.ready) return say(`${name} sandbox: ${line}`);
          onReady(ready);
          resolve({ child, ready });
        });
      },
      onFault: () => reject(new Error(`The ${name} sandbox cannot start.`)),
    });
  });
}

function parse(line) {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

/** Credentials and ports of this data directory, in a file that only its owner reads. */
function openMemory(file) {
  const kept = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
  const save = () => {
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(`${file}.new`, `${JSON.stringify(kept, null, 2)}\n`, { mode: 0o600 });
    renameSync(`${file}.new`, file);
  };
  return {
    credential(name, make) {
      kept.credentials ??= {};
      if (!kept.credentials[name]) {
        kept.credentials[name] = make();
        save();
      }
      return kept.credentials[name];
    },
    ports: (name) => kept.ports?.[name] ?? {},
    keepPorts(name, ports) {
      if (JSON.stringify(kept.ports?.[name]) === JSON.stringify(ports)) return;
      kept.ports = { ...kept.ports, [name]: { ...ports } };
      save();
    },
  };
}
