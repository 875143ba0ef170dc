import { createHash, randomInt } from 'node:crypto';
import sharp from 'sharp';
import * as z from 'zod';
import type { Ledger } from '../kit/ledger.ts';

export const PROVIDERS = ['google', 'facebook'] as const;
export type ProviderName = (typeof PROVIDERS)[number];

/** A person with an account at a provider. `email` null: the provider has none. */
export interface Person {
  /** The provider's identifier of the account: Google's `sub`, Facebook's `id`. */
  id: string;
  provider: ProviderName;
  email: string | null;
  email_verified: boolean;
  name: string;
  picture: string | null;
}

/** A person who agreed on the consent page. */
export interface Grant {
  id: string;
  provider: ProviderName;
  person: string;
  at: string;
}

/** A person in a test or the form. `sub` and `picture` are generated when missing. */
export const personInput = z.strictObject({
  email: z.email().max(254).nullable(),
  email_verified: z.boolean().default(true),
  name: z.string().min(1).max(100),
  picture: z.url().nullish(),
  sub: z
    .string()
    .regex(/^\w{1,64}$/)
    .optional(),
});
export type PersonInput = z.output<typeof personInput>;

const FIRST_PEOPLE = [
  { email: 'amina.diallo@example.com', name: 'Amina Diallo', email_verified: true },
  { email: 'jonas.keller@example.com', name: 'Jonas Keller', email_verified: true },
  { email: 'lea.fontaine@example.com', name: 'Léa Fontaine', email_verified: false },
];

export type People = ReturnType<typeof createPeople>;

/** The people of both providers, on disk. `url` is this server's URL, for pictures. */
export function createPeople(ledger: Ledger, url: () => string) {
  const people = ledger.collection<Person>('people');
  const grants = ledger.collection<Grant>('grants');

  function add(provider: ProviderName, input: PersonInput): Person {
    const known = list(provider).find((each) =>
      input.sub === undefined ? input.email !== null && each.email === input.email : each.id === input.sub,
    );
    const id = input.sub ?? known?.id ?? newId();
    return people.put({
      id,
      provider,
      email: input.email,
      email_verified: input.email_verified,
      name: input.name,
      picture: input.picture === undefined ? `${url()}/pictures/${id}.png` : input.picture,
    });
  }

  function list(provider: ProviderName): Person[] {
    const found = people.list({ provider });
    if (found.length > 0) return found;
    return FIRST_PEOPLE.map((person) =>
      people.put({
        ...person,
        id: idOf(provider, person.email),
        provider,
        picture: `${url()}/pictures/${idOf(provider, person.email)}.png`,
      }),
    );
  }

  return {
    /** Stores the person. A known `sub` (else a known address) is updated, any other is new. */
    add,
    list,
    find: (id: string): Person | undefined => people.get(id),
    grant(person: Person): void {
      grants.put({
        id: String(ledger.nextNumber('grants')),
        provider: person.provider,
        person: person.id,
        at: new Date().toISOString(),
      });
    },
    grants: () => grants.list(),
    all: () => PROVIDERS.flatMap((provider) => list(provider)),
  };
}

/** The first person's identifier is the same in every ledger, so tests can use it. */
function idOf(provider: ProviderName, email: string): string {
  const digest = createHash('sha256').update(`${provider} ${email}`).digest();
  return `1${digest.readBigUInt64BE().toString().padStart(20, '0').slice(0, 20)}`;
}

function newId(): string {
  return `2${Array.from({ length: 20 }, () => randomInt(10)).join('')}`;
}

/** A generated picture in this person's colour: PNG, 512 pixels wide. */
export function drawPicture(id: string): Promise<Buffer> {
  const hue = createHash('sha256').update(id).digest().readUInt16BE() % 360;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><rect width="64" height="64" fill="hsl(${hue} 55% 45%)"/><circle cx="32" cy="25" r="11" fill="#fff"/><path d="M10 64a22 22 0 0 1 44 0z" fill="#fff"/></svg>`;
  return sharp(Buffer.from(svg)).resize(512).png().toBuffer();
}
