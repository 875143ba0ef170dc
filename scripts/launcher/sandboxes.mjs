import { BRAND, BRAND_SLUG } from './brand.mjs';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { STARTUP_ERROR, keepRunning, onJsonLine } from './child.mjs';
import { isFree } from './port.mjs';
import { withNodeOnPath } from './runtime.mjs';
import { Fault, say } from './say.mjs';

const secret = (prefix = '') => `${prefix}${randomBytes(18).toString('hex')}`;

/**
 * The sandboxes: the variables that configure a real vendor (or another sandbox) in place of ours, the shared
 * credentials, created once per data directory, and the variables of the application. Ports are stored, so a payment
 * page or an inbox that is open in a browser survives a restart.
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
    flags: (env, appUrl) => [
      '--client-id',
      env.AIRALO_CLIENT_ID,
      '--client-secret',
      env.AIRALO_CLIENT_SECRET,
      '--webhook-url',
      `${appUrl}/webhooks/airalo`,
    ],
    variables: (ready) => ({ AIRALO_API_URL: ready.url }),
  },
  'esim-access': {
    configuredBy: ['ESIM_ACCESS_API_URL'],
    credentials: { ESIM_ACCESS_CODE: () => secret(), ESIM_ACCESS_SECRET_KEY: () => secret() },
    flags: (env, appUrl) => [
      '--access-code',
      env.ESIM_ACCESS_CODE,
      '--secret-key',
      env.ESIM_ACCESS_SECRET_KEY,
      '--webhook-url',
      `${appUrl}/webhooks/esim-access`,
    ],
    variables: (ready) => ({ ESIM_ACCESS_API_URL: ready.url }),
  },
  mail: {
    configuredBy: ['SMTP_URL'],
    credentials: {
      MAIL_FROM: () => `${BRAND} <hello@${BRAND_SLUG}.example>`,
      SUPPORT_MAIL: () => `support@${BRAND_SLUG}.example`,
      INBOUND_MAIL_SECRET: () => secret(),
    },
    flags: (env, appUrl, ports) => [
      '--smtp-port',
      String(ports.smtp ?? 0),
      '--forward-domain',
      env.SUPPORT_REPLY_DOMAIN || (/@([^\s<>]+)/.exec(env.MAIL_FROM)?.[1] ?? ''),
      '--forward-url',
      `${appUrl}/webhooks/mail`,
      '--forward-secret',
      env.INBOUND_MAIL_SECRET,
    ],
    variables: (ready) => ({ SMTP_URL: ready.smtp }),
  },
  sms: {
    configuredBy: ['TWILIO_ACCOUNT_SID'],
    credentials: {
      TWILIO_ACCOUNT_SID: () => `AC${randomBytes(16).toString('hex')}`,
      TWILIO_AUTH_TOKEN: () => randomBytes(16).toString('hex'),
      // At most 11 characters (GSM 03.38).
      TWILIO_FROM: () => BRAND.slice(0, 11),
    },
    flags: (env) => ['--account-sid', env.TWILIO_ACCOUNT_SID, '--auth-token', env.TWILIO_AUTH_TOKEN],
    variables: (ready) => ({ TWILIO_API_URL: ready.url }),
  },
  /** One sandbox for Google and Facebook. It does not start when either one is configured. */
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

/** A sandbox that exits this often before its first readiness is given up. */
const TRIES = 4;

/**
 * Starts the sandboxes that the environment does not replace. `ready` resolves when all of them are ready, and rejects
 * with a Fault when one cannot start. `variables()` is the environment of the application. `stop` works at any time. A
 * sandbox that dies restarts at its address, or at another one when that is in use: then `onMoved` is called.
 */
export function startSandboxes({ node, dataDir, appUrl, env, onMoved }) {
  const memory = openMemory(path.join(dataDir, 'sandboxes.json'));
  const wanted = Object.entries(SANDBOXES).filter(([, { configuredBy }]) => !configuredBy.some((name) => env[name]));
  const credentials = {};
  for (const [, sandbox] of wanted) {
    for (const [name, make] of Object.entries(sandbox.credentials))
      credentials[name] = env[name] ?? memory.credential(name, make);
  }
  const started = {
    node,
    dataDir,
    appUrl,
    env,
    onMoved,
    memory,
    wanted,
    credentials,
    children: [],
    /** The last ready line of each sandbox. */
    answers: {},
    stopping: false,
  };
  return {
    ready: Promise.all(wanted.map(([name, sandbox]) => startOne(started, name, sandbox))),
    variables: () => variablesOf(started),
    stop(limitMs) {
      started.stopping = true;
      return Promise.all(started.children.map((child) => child.stop(limitMs)));
    },
  };
}

/** Keeps one sandbox running. Resolves when it is ready for the first time. */
async function startOne(started, name, sandbox) {
  const { node, dataDir, appUrl, env, credentials, memory, children, answers } = started;
  // The stored ports, unless another process uses them now, such as the original of this data directory.
  let ports = {};
  for (const [part, port] of Object.entries(memory.ports(name))) ports[part] = (await isFree(port)) ? port : 0;
  if (started.stopping) return;
  let waiting = false;
  const data = path.join(dataDir, 'sandbox', name);
  const command = () => {
    // The last process exited before it was ready, perhaps because its port was taken.
    if (waiting) ports = {};
    waiting = true;
    const own = ['--port', String(ports.http ?? 0), '--data', data, '--with-parent'];
    const flags = sandbox.flags({ ...env, ...credentials }, appUrl, ports);
    return { program: node, args: [`sandbox/${name}/main.ts`, ...own, ...flags], env: withNodeOnPath(node) };
  };
  await new Promise((resolve, reject) => {
    const onReady = (ready) => {
      waiting = false;
      ports = portsOf(ready);
      keepAnswer(started, name, ready, ports);
      resolve();
    };
    const failed = `The ${name} sandbox can't start: it ended ${TRIES} times before it was ready. See its output above; its data is in ${data}.`;
    children.push(
      keepRunning(`the ${name} sandbox`, {
        command,
        stdout: 'pipe',
        onStart: (child) => onJsonLine(`${name} sandbox`, child, onReady),
        giveUp: (failures) => !answers[name] && failures >= TRIES,
        onFault: () => reject(new Fault(failed, STARTUP_ERROR)),
      }),
    );
  });
}

const portsOf = ({ url, smtp }) => ({
  http: Number(new URL(url).port),
  ...(smtp && { smtp: Number(new URL(smtp).port) }),
});

/** Keeps the addresses of a sandbox that became ready; tells the application when they are others than before. */
function keepAnswer({ memory, answers, onMoved }, name, ready, ports) {
  memory.keepPorts(name, ports);
  const before = answers[name];
  answers[name] = ready;
  if (before && JSON.stringify(before) !== JSON.stringify(ready)) onMoved();
}

function variablesOf({ wanted, answers, credentials, env }) {
  const answered = wanted.filter(([name]) => answers[name]);
  const addresses = Object.assign(
    {},
    ...answered.map(([name, sandbox]) => sandbox.addresses?.(answers[name]) ?? { [name]: answers[name].url }),
  );
  const all = Object.assign({ ...credentials }, ...answered.map(([name, sandbox]) => sandbox.variables(answers[name])));
  if (!env.CAIRN_SANDBOXES && ['stripe', 'airalo', 'mail'].every((name) => addresses[name]))
    all.CAIRN_SANDBOXES = JSON.stringify(addresses);
  return all;
}

function parse(line) {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

/** Credentials and ports of this data directory, in a file that only its owner can read. */
function openMemory(file) {
  const kept = existsSync(file) ? parse(readFileSync(file, 'utf8')) : {};
  if (typeof kept !== 'object' || kept === null)
    throw new Fault(
      `${file} can't be read: it is not JSON, as after a full disk or a power cut. Remove it: the sandboxes get new credentials and ports, and keep their data.`,
      STARTUP_ERROR,
    );
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
        try {
          save();
        } catch (error) {
          throw new Fault(`${file} can't be written: ${error.code}.`);
        }
      }
      return kept.credentials[name];
    },
    ports: (name) => kept.ports?.[name] ?? {},
    keepPorts(name, ports) {
      if (JSON.stringify(kept.ports?.[name]) === JSON.stringify(ports)) return;
      kept.ports = { ...kept.ports, [name]: { ...ports } };
      try {
        save();
      } catch (error) {
        // Stored ports are only a convenience, so a full disk must not stop running sandboxes.
        say(`${file} can't be written (${error.code}); the sandboxes get other ports at the next start`);
      }
    },
  };
}
