import { BlockList, isIP } from 'node:net';
import { foldEmail, isMailAddress } from '../shared/email.ts';
import { type Currencies, currencyOf } from '../shared/money.ts';

/** Parsers of variables. Each throws a RangeError whose message is the rule, phrased to follow the variable's name. */

export const wholeNumber = (min: number, max: number) => (text: string) => {
  const value = Number(text);
  if (!/^\d+$/.test(text) || value < min || value > max)
    throw new RangeError(`must be a whole number from ${min} to ${max}`);
  return value;
};

export const oneOf =
  <const T extends readonly string[]>(...words: T) =>
  (text: string): T[number] => {
    if (!words.includes(text)) throw new RangeError(`must be one of: ${words.join(', ')}`);
    return text;
  };

export const flag = (text: string): boolean => oneOf('0', '1')(text) === '1';

export const text = (pattern: RegExp, rule: string) => (value: string) => {
  if (!pattern.test(value)) throw new RangeError(rule);
  return value;
};

export const url = (protocols: readonly string[]) => (value: string) => {
  const parsed = URL.canParse(value) ? new URL(value) : undefined;
  if (!parsed || !protocols.includes(parsed.protocol))
    throw new RangeError(`must be an address that starts with ${protocols.map((p) => `${p}//`).join(' or ')}`);
  return parsed;
};

export const origin = (value: string) => {
  const parsed = url(['http:', 'https:'])(value);
  if (parsed.pathname !== '/' || parsed.search || parsed.hash)
    throw new RangeError('must be an origin only: no path, query or fragment');
  return parsed;
};

/** The address of one PostgreSQL: its driver knows no lists of servers. */
export const postgresUrl = (value: string) => {
  // A comma behind the user and the password.
  if (/^[^/]*\/\/[^/?]*,[^/?@]*([/?]|$)/.test(value))
    throw new RangeError('names several servers: name a proxy, or one DNS name, that leads to the primary alone');
  return url(['postgres:', 'postgresql:'])(value);
};

/** Comma-separated URLs, each with an explicit port. */
export function listenAddresses(value: string): URL[] {
  return value.split(',').map((each) => {
    const parsed = origin(each.trim());
    // `URL` drops the default port of a protocol, so the text is checked.
    if (!/:\d+\/?$/.test(each.trim())) throw new RangeError('must name a port, such as https://127.0.0.1:9443');
    return parsed;
  });
}

/** Comma-separated `host:port` pairs; an IPv6 address is in brackets. */
export function hostsAndPorts(value: string): { host: string; port: number }[] {
  return value.split(',').map((each) => {
    const match = /^(\[[0-9a-fA-F:.]+\]|[A-Za-z0-9.-]+):(\d{1,5})$/.exec(each.trim());
    const port = Number(match?.[2]);
    if (!match || port < 1 || port > 65_535)
      throw new RangeError('must be addresses with a port, such as 127.0.0.1:9464, with commas between them');
    return { host: match[1]!.replace(/^\[|\]$/g, ''), port };
  });
}

export function networks(value: string): BlockList {
  const list = new BlockList();
  for (const entry of value.split(',').map((each) => each.trim())) {
    const [address = '', prefix] = entry.split('/');
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    const longest = family === 'ipv6' ? 128 : 32;
    const bits = prefix === undefined ? longest : Number(prefix);
    if (!isIP(address) || !Number.isInteger(bits) || bits < 0 || bits > longest) {
      throw new RangeError('must be addresses or networks with commas between them, such as 10.0.0.0/8,192.168.1.4');
    }
    list.addSubnet(address, bits, family);
  }
  return list;
}

export function secretKeys(value: string): { id: string; key: Buffer }[] {
  const rule = 'must be id:key pairs with commas between them, each key 32 bytes in base64, such as 2026a:q83v…=';
  const keys = value.split(',').map((pair) => {
    const match = /^\s*([A-Za-z0-9_-]{1,32}):([A-Za-z0-9+/_-]+={0,2})\s*$/.exec(pair);
    if (!match) throw new RangeError(rule);
    return { id: match[1]!, key: Buffer.from(match[2]!, 'base64') };
  });
  if (keys.some(({ key }) => key.length !== 32) || new Set(keys.map(({ id }) => id)).size !== keys.length)
    throw new RangeError(rule);
  return keys;
}

/** One key of 32 bytes in base64. */
export function key(value: string): Buffer {
  const bytes = Buffer.from(value, 'base64');
  if (!/^[A-Za-z0-9+/_-]+={0,2}$/.test(value) || bytes.length !== 32)
    throw new RangeError('must be 32 bytes in base64, such as q83v…=');
  return bytes;
}

export function domains(value: string): string[] {
  const hosts = value.split(',').map((each) => each.trim().toLowerCase());
  if (!hosts.every((host) => /^[a-z0-9-]+(\.[a-z0-9-]+)*$/.test(host)))
    throw new RangeError('must be host names with commas between them, without ports or a leading dot');
  return hosts;
}

/** Addresses and domains of mail, in small letters. */
export function emailsAndDomains(value: string): readonly string[] {
  const entries = value.split(',').map(foldEmail);
  if (!entries.every((entry) => isMailAddress(entry.includes('@') ? entry : `anyone@${entry}`)))
    throw new RangeError('must be addresses or domains with commas between them, such as ana@example.com,example.org');
  return entries;
}

/** Telephone numbers (E.164). */
export function phoneNumbers(value: string): ReadonlySet<string> {
  const numbers = value.split(',').map((each) => each.replaceAll(' ', ''));
  if (!numbers.every((each) => /^\+[1-9]\d{6,14}$/.test(each)))
    throw new RangeError('must be numbers with their country codes and commas between them, such as +33639980001');
  return new Set(numbers);
}

/** Countries by their two letters (ISO 3166). */
export function countries(value: string): ReadonlySet<string> {
  const codes = value.split(',').map((each) => each.trim().toUpperCase());
  if (!codes.every((code) => /^[A-Z]{2}$/.test(code)))
    throw new RangeError('must be countries by two letters with commas between them, such as FR,US');
  return new Set(codes);
}

/** Currencies by their letters (ISO 4217), each once. */
export function currencies(value: string): Currencies {
  const codes = value.split(',').map((each) => each.trim().toUpperCase());
  const known = new Set(Intl.supportedValuesOf('currency'));
  if (!codes.every((code) => known.has(code)) || new Set(codes).size !== codes.length)
    throw new RangeError(
      'must be currencies by three letters (ISO 4217) with commas between them, each once, such as USD,EUR',
    );
  const [sold = '', ...others] = codes;
  return [currencyOf(sold), ...others.map(currencyOf)];
}

/** Prices in dollars by country, such as `FR:0.08,US:0.01`. */
export function countryPrices(value: string): ReadonlyMap<string, number> {
  const pairs = value.split(',').map((each) => /^\s*([A-Za-z]{2}):(\d{1,2}(?:\.\d{1,6})?)\s*$/.exec(each));
  if (pairs.some((pair) => pair === null))
    throw new RangeError('must be country:dollars pairs with commas between them, such as FR:0.08,US:0.01');
  return new Map(pairs.map((pair) => [pair![1]!.toUpperCase(), Number(pair![2])]));
}

/** `{"email":…,"password":…}` */
export function demoAccount(value: string): { email: string; password: string } {
  const { email, password } = (JSON.parse(value) ?? {}) as Record<string, unknown>;
  if (typeof email !== 'string' || typeof password !== 'string')
    throw new RangeError('must be a JSON object with email and password');
  return { email, password };
}

export function sandboxAddresses(value: string): Record<'stripe' | 'airalo' | 'mail', string> & {
  'esim-access'?: string;
  google?: string;
  facebook?: string;
  sms?: string;
} {
  const parsed: unknown = JSON.parse(value);
  const {
    stripe,
    airalo,
    'esim-access': esimAccess,
    mail,
    google,
    facebook,
    sms,
  } = (parsed ?? {}) as Record<string, unknown>;
  const isOptional = (address: unknown) => address === undefined || typeof address === 'string';
  if (
    typeof stripe !== 'string' ||
    typeof airalo !== 'string' ||
    typeof mail !== 'string' ||
    !isOptional(esimAccess) ||
    !isOptional(google) ||
    !isOptional(facebook) ||
    !isOptional(sms)
  ) {
    throw new RangeError(
      'must be a JSON object with the addresses stripe, airalo and mail, and maybe esim-access, google, facebook and sms',
    );
  }
  return {
    stripe,
    airalo,
    mail,
    ...(typeof esimAccess === 'string' && { 'esim-access': esimAccess }),
    ...(typeof google === 'string' && { google }),
    ...(typeof facebook === 'string' && { facebook }),
    ...(typeof sms === 'string' && { sms }),
  };
}

/**
 * One environment variable. Its parser throws a RangeError whose message is the rule, phrased to follow the name.
 * `fallback` is its default in the documentation: the text that is parsed when it is not set, or words about that case.
 */
type Variable<T> = { parse: (text: string) => T; fallback: string; about: string; group: string; hasDefault: boolean };

/** A variable with a default. It stands here only: `withDefaults` parses it, the documentation shows it. */
export function variable<T>(group: string, byDefault: string, about: string, parse: (text: string) => T) {
  return { group, fallback: byDefault, about, parse, hasDefault: true } as const satisfies Variable<T>;
}

/** A variable without a default; `unset` says what holds then. */
export function optional<T>(group: string, unset: string, about: string, parse: (text: string) => T) {
  return { group, fallback: unset, about, parse, hasDefault: false } as const satisfies Variable<T>;
}

type Variables = Readonly<Record<string, Variable<unknown>>>;

/** The values of these variables that are set; undefined: not set. */
export type ValuesOf<V extends Variables> = {
  [N in keyof V]: ReturnType<V[N]['parse']> | undefined;
};

/** The values of these variables, defaults included; undefined: not set, and there is no default. */
export type SettledOf<V extends Variables> = {
  [N in keyof V]: ReturnType<V[N]['parse']> | (V[N]['hasDefault'] extends true ? never : undefined);
};

/** Adds the defaults of the variables that are not set. */
export function withDefaults<V extends Variables>(variables: V, values: ValuesOf<V>): SettledOf<V> {
  const settled = Object.entries(variables).map(([name, { parse, fallback, hasDefault }]) => [
    name,
    values[name] ?? (hasDefault ? parse(fallback) : undefined),
  ]);
  return Object.fromEntries(settled) as SettledOf<V>;
}
