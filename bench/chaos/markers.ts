import { messages } from '#test/support/wire.ts';
import type { Purchase } from './buyer.ts';
import { ordersMade } from './made.ts';
import type { ChaosWorld } from './world.ts';

export type Leaks = {
  /** The number of distinct values that must not be in a log, by kind. */
  planted: Record<string, number>;
  logLines: number;
  /** The kind of each value found, with its log line. */
  found: { kind: string; line: string }[];
};

/** What signs calls to the vendors, and what they sign. */
const CREDENTIALS = [
  'AIRALO_CLIENT_SECRET',
  'ESIM_ACCESS_CODE',
  'ESIM_ACCESS_SECRET_KEY',
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRET',
] as const;

/**
 * Searches all logs of a run for personal data and for anything that gives access to an eSIM, an order or an account.
 * `strangers`: addresses of people who bought nothing.
 */
export async function searchLogs(
  world: ChaosWorld,
  purchases: readonly Purchase[],
  strangers: readonly string[] = [],
): Promise<Leaks> {
  const profiles = (await ordersMade(world)).flatMap((each) => each.profiles);
  const mails = await messages(world.mail);
  const secrets = mails
    .flatMap(({ links }) => links)
    .flatMap((link) => [...new URL(link).searchParams.values(), /\/withdrawals\/([\w-]+)/.exec(link)?.[1] ?? ''])
    .filter((value) => value.length >= 20);
  const markers: Record<string, (string | null | undefined)[]> = {
    email: [...purchases.map(({ person }) => person.email), ...strangers].flatMap((email) => [
      email,
      encodeURIComponent(email),
    ]),
    name: ['Test Traveller', ...purchases.flatMap(({ person }) => [person.name, person.name.split(' ')[1]])],
    password: purchases.map(({ person }) => person.password),
    token: purchases.flatMap(({ idToken, refreshToken }) => [idToken, refreshToken]),
    'order secret': [...purchases.flatMap(({ cookies }) => cookies.map((cookie) => cookie.split('=')[1])), ...secrets],
    'activation code': profiles.flatMap(({ iccid, activationCode, lpa }) => [iccid, activationCode, lpa]),
    credential: CREDENTIALS.map((name) => world.env[name]),
  };
  const planted: Leaks['planted'] = {};
  const lines = (await world.logs()).split('\n').filter((line) => line !== '');
  const whole = lines.join('\n');
  const kinds = new Map<string, string>();
  for (const [kind, values] of Object.entries(markers)) {
    const distinct = new Set(values.filter((value) => value) as string[]);
    planted[kind] = distinct.size;
    for (const value of distinct) kinds.set(value, kind);
  }
  const found = findAny(whole, [...kinds.keys()]).map((value) => ({
    kind: kinds.get(value)!,
    line: lines.find((line) => line.includes(value)) ?? '',
  }));
  return { planted, logLines: lines.length, found };
}

/** How many characters of a value are looked up at each place of the text. */
const PREFIX = 8;

/**
 * The values that are in the text. One pass for all of them: tens of thousands of values in tens of megabytes would
 * otherwise take a quarter of an hour.
 */
function findAny(text: string, values: readonly string[]): string[] {
  const [long, short] = [
    values.filter((value) => value.length >= PREFIX),
    values.filter((value) => value.length < PREFIX),
  ];
  const byPrefix = Map.groupBy(long, (value) => value.slice(0, PREFIX));
  const found = new Set(short.filter((value) => text.includes(value)));
  for (let at = 0; at + PREFIX <= text.length; at += 1) {
    const candidates = byPrefix.get(text.slice(at, at + PREFIX));
    for (const value of candidates ?? []) if (text.startsWith(value, at)) found.add(value);
  }
  return [...found];
}
