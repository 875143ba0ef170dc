import { hash, verify } from '@node-rs/argon2';
import fc from 'fast-check';
import type { Passwords } from '#src/modules/identity/passwords/passwords.ts';
import { freshEmail, GOOD_PASSWORD } from './accounts.ts';
import { API_KEY, startIdentity, type IdentityWorld } from './identity.ts';
import { ANY, CALLS } from './identity-fuzz-calls.ts';

/** A request as sent. Placeholders such as `{{idToken}}` stand for the current world's values. */
type Request = {
  call: string;
  path: string;
  method: string;
  type: string;
  body: string | Uint8Array<ArrayBuffer> | undefined;
};

/** The calls that the fuzzer knows. A test compares them with the implemented ones. */
export const FUZZED: readonly string[] = Object.keys(CALLS);

const MARKERS = ['idToken', 'refreshToken', 'email', 'freshEmail', 'verifyCode', 'resetCode', 'signInCode'].map(
  (name) => `{{${name}}}`,
);
const WORDS = [
  'VERIFY_EMAIL',
  'PASSWORD_RESET',
  'EMAIL_SIGNIN',
  'VERIFY_AND_CHANGE_EMAIL',
  'refresh_token',
  'password',
  'google.com',
  'PHOTO_URL',
  'a@example.com',
  'javascript:alert(1)',
  'https://evil.example',
  '../../etc/passwd',
  "' or 1=1 --",
  '\0',
  '\uD800',
  '%00',
  'null',
  'NaN',
];
const STRANGE_NAMES = [
  '__proto__',
  'constructor',
  'toString',
  'tenantId',
  'tenant_id',
  'localId',
  'phoneNumber',
  'linkProviderUserInfo',
  'mfaInfo',
  'clientType',
  'captchaResponse',
  '',
];

const deep = fc.integer({ min: 10, max: 8_000 }).map((depth) => `${'['.repeat(depth)}${']'.repeat(depth)}`);
const huge = fc.integer({ min: 1_000, max: 80_000 }).map((length) => 'x'.repeat(length));
const bytes = fc.uint8Array({ maxLength: 400 }).map((each) => new Uint8Array(each));

const value: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...MARKERS, ...WORDS) },
  { weight: 2, arbitrary: fc.constantFrom(null, true, false, 0, -0, 1e308, [], {}, [[]], [null], { a: { b: {} } }) },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 200 }) },
  { weight: 2, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
  { weight: 1, arbitrary: fc.constantFrom(...WORDS).map((word) => word.repeat(40)) },
);

const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const camel = (name: string) => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** The fields of a call with some omitted, some malformed, some in the other spelling, and some unknown. */
function spoilt(fields: Record<string, string>): fc.Arbitrary<[string, unknown][]> {
  const field = ([name, good]: [string, string]) =>
    fc
      .tuple(
        fc.oneof(
          { weight: 5, arbitrary: fc.constant<unknown>(good) },
          { weight: 4, arbitrary: value },
          { weight: 3, arbitrary: fc.constant(undefined) },
        ),
        fc.constantFrom(camel, snake, (same: string) => same.toUpperCase()),
      )
      .map(([given, spell]): [string, unknown] => [spell(name), given]);
  const odd = fc.tuple(
    fc.oneof(
      fc.constantFrom(...STRANGE_NAMES, ...MARKERS),
      fc.string({ maxLength: 12 }).filter((name) => name !== 'key'),
    ),
    value,
  );
  return fc
    .tuple(fc.tuple(...Object.entries(fields).map(field)), fc.array(odd, { maxLength: 2 }))
    .map(([known, more]) => [...known, ...more].filter(([, given]) => given !== undefined));
}

const asJson = (fields: [string, unknown][]) =>
  `{${fields.map(([name, given]) => `${JSON.stringify(name)}:${JSON.stringify(given)}`).join(',')}}`;
const asForm = (fields: [string, unknown][]) =>
  new URLSearchParams(
    fields.map(([name, given]): [string, string] => [
      name.replaceAll('\uD800', ''),
      typeof given === 'string' ? given : JSON.stringify(given),
    ]),
  )
    .toString()
    .replaceAll('%7B%7B', '{{')
    .replaceAll('%7D%7D', '}}');

const JSON_TYPE = 'application/json';
const FORM_TYPE = 'application/x-www-form-urlencoded';
const type = fc.oneof(
  { weight: 6, arbitrary: fc.constant(JSON_TYPE) },
  { weight: 2, arbitrary: fc.constant(FORM_TYPE) },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      'text/plain',
      'multipart/form-data; boundary=x',
      'application/json; charset=utf-16',
      'application/X-WWW-FORM-urlencoded;charset=utf-8',
      'application/octet-stream',
      '*/*',
      ';;;',
      'application/json, application/x-www-form-urlencoded',
    ),
  },
);

function body(fields: Record<string, string>): fc.Arbitrary<string | Uint8Array<ArrayBuffer>> {
  const half = (text: string) => text.slice(0, Math.floor(text.length / 2));
  return fc.oneof(
    { weight: 30, arbitrary: spoilt(fields).map(asJson) },
    { weight: 8, arbitrary: spoilt(fields).map(asForm) },
    { weight: 3, arbitrary: spoilt(fields).map((each) => half(asJson(each))) },
    { weight: 2, arbitrary: fc.json({ maxDepth: 4 }) },
    { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 300 }) },
    { weight: 2, arbitrary: bytes },
    {
      weight: 1,
      arbitrary: fc
        .tuple(spoilt(fields), bytes)
        .map(([each, noise]) => new Uint8Array(Buffer.concat([Buffer.from(half(asJson(each))), noise]))),
    },
    { weight: 1, arbitrary: deep },
    {
      weight: 1,
      arbitrary: fc
        .tuple(fc.constantFrom(...Object.keys(fields), 'x'), fc.oneof(huge, deep))
        .map(([name, long]) => (long.startsWith('[') ? `{"${name}":${long}}` : JSON.stringify({ [name]: long }))),
    },
  );
}

const call = fc.oneof(
  { weight: 60, arbitrary: fc.constantFrom(...FUZZED) },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      'PUT v1/accounts:lookup',
      'GET v1/accounts:signUp',
      'DELETE v1/token',
      'POST v1/projects',
      'POST v1/accounts',
      'POST v1/__proto__',
      'POST v2/toString',
      'GET v1/accounts:lookup/../x',
    ),
  },
  {
    weight: 1,
    arbitrary: fc.string({ maxLength: 20 }).map((text) => `POST v1/x${encodeURIComponent(text.toWellFormed())}`),
  },
);

const request = call.chain((name): fc.Arbitrary<Request> => {
  const [method = '', path = ''] = name.split(' ');
  const fields = CALLS[name]?.fields ?? { email: '{{email}}', idToken: '{{idToken}}' };
  if (method === 'GET')
    return spoilt(fields).map((query) => ({
      call: name,
      path: `${path}?${asForm(query)}`,
      method,
      type: JSON_TYPE,
      body: undefined,
    }));
  return fc.tuple(type, body(fields)).map(([type, body]) => ({ call: name, path, method, type, body }));
});

/** The real library at its lowest cost: the tests are about its input. */
const PASSWORDS: Passwords = {
  hash: (password) => hash(password.normalize('NFKC'), { memoryCost: 64, timeCost: 1, parallelism: 1 }),
  matches: async (stored, password) => stored !== null && verify(stored, password.normalize('NFKC')),
  isOutdated: () => false,
};

const BATCH = 500;
const PARALLEL = 6;
/** No request takes seconds. A request that is still open after this time hangs. */
const HANG_MS = 60_000;

export type FuzzReport = { requests: number; statuses: Record<string, number>; failures: string[]; faults: string[] };

/** Fuzzes the identity service alone, from its sources. */
export async function fuzzIdentity(count: number, seed: number): Promise<FuzzReport> {
  const refuse = async () => Promise.reject(Object.assign(new Error('refused'), { code: 'provider-refused' }));
  const world = await startIdentity({ passwords: PASSWORDS, google: { start: refuse, finish: refuse, check: refuse } });
  try {
    const { url, identity, faults } = world;
    return await fuzz({ url, identity, faults, key: API_KEY }, count, seed);
  } finally {
    await world.stop();
  }
}

/** What the fuzzer needs of a running identity service. `key` is the API key of browsers. */
export type Fuzzed = Pick<IdentityWorld, 'url' | 'identity' | 'faults'> & { key: string };

/**
 * Sends `count` malformed requests over all endpoints and reports every undocumented response with the seed that
 * reproduces it.
 */
export async function fuzz(world: Fuzzed, count: number, seed: number): Promise<FuzzReport> {
  const report: FuzzReport = { requests: 0, statuses: {}, failures: [], faults: world.faults };
  for (let done = 0; done < count && report.failures.length < 10; done += BATCH) {
    const queue = fc.sample(request, { numRuns: Math.min(BATCH, count - done), seed: seed + done });
    const facts = await freshFacts(world);
    const worker = async () => {
      for (let each = queue.pop(); each; each = queue.pop()) {
        const problem = await send(world, each, facts, report);
        if (problem !== null) report.failures.push(`seed ${seed + done}: ${problem}`);
      }
    };
    await Promise.all(Array.from({ length: PARALLEL }, worker));
  }
  return report;
}

/** An account with valid tokens and codes, for almost correct requests. */
async function freshFacts(world: Fuzzed): Promise<Record<string, string>> {
  const email = freshEmail();
  const answer = await fetch(`${world.url}/identity/v1/accounts:signUp?key=${world.key}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: GOOD_PASSWORD, returnSecureToken: true }),
  });
  const json = (await answer.json()) as Record<string, string>;
  const { id: accountId } = (await world.identity.accountByEmail(email))!;
  const code = async (kind: 'VERIFY_EMAIL' | 'PASSWORD_RESET' | 'EMAIL_SIGNIN') =>
    (await world.identity.createCode(kind, { accountId, email, locale: 'en' })).code;
  return {
    idToken: json['idToken']!,
    refreshToken: json['refreshToken']!,
    email,
    freshEmail: freshEmail(),
    verifyCode: await code('VERIFY_EMAIL'),
    resetCode: await code('PASSWORD_RESET'),
    signInCode: await code('EMAIL_SIGNIN'),
  };
}

/** Sends one request. Returns what is wrong with the response, or null. */
async function send(
  world: Fuzzed,
  { call, path, method, type, body }: Request,
  facts: Record<string, string>,
  report: FuzzReport,
): Promise<string | null> {
  const filled = (text: string) => text.replaceAll(/\{\{(\w+)\}\}/g, (marker, name: string) => facts[name] ?? marker);
  const url = `${world.url}/identity/${filled(path)}${path.includes('?') ? '&' : '?'}key=${world.key}`;
  const asked = `${method} ${path} (${type}) ${
    typeof body === 'string'
      ? body.slice(0, 300)
      : Buffer.from(body ?? [])
          .toString('hex')
          .slice(0, 300)
  }`;
  let answer: Response;
  let text: string;
  try {
    answer = await fetch(url, {
      method,
      headers: { 'content-type': type },
      body: typeof body === 'string' ? filled(body) : body,
      signal: AbortSignal.timeout(HANG_MS),
    });
    text = await answer.text();
  } catch (error) {
    return `${asked}: no answer, ${String(error)}`;
  }
  report.requests += 1;
  report.statuses[answer.status] = (report.statuses[answer.status] ?? 0) + 1;
  return isDocumented(call, answer.status, text) ? null : `${asked}: ${answer.status} ${text.slice(0, 300)}`;
}

function isDocumented(call: string, status: number, text: string): boolean {
  const json = parsed(text);
  if (json === undefined) return false;
  if (status === 200) return CALLS[call] !== undefined && json.error === undefined;
  const { error } = json;
  if (error === undefined || error.code !== status || error.errors?.[0]?.message !== error.message) return false;
  // Validation fails before routing.
  if (status === 400 && codeIn(error.message) === 'INVALID_ARGUMENT') return true;
  if (CALLS[call] === undefined) return status === 404 || status === 405;
  return (
    (status === 400 || (status === 501 && codeIn(error.message) === 'NOT_IMPLEMENTED')) &&
    codes(call).has(codeIn(error.message))
  );
}

const codes = (call: string) => new Set(`${ANY} ${CALLS[call]!.codes}`.split(' '));
const codeIn = (message: string) => message.split(' : ')[0] ?? '';

function parsed(
  text: string,
): { error?: { code: number; message: string; errors?: { message: string }[] } } | undefined {
  try {
    return JSON.parse(text) as ReturnType<typeof parsed>;
  } catch {
    return undefined;
  }
}
