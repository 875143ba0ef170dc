import * as z from 'zod';
import { defineVerb, type Verb } from '../kit/control.ts';
import { personInput, PROVIDERS, type People, type Person, type ProviderName } from './people.ts';

/** The result of the next consent page, which is then not shown. */
export type Visit = { person: Person } | { error: string };

const nextSchema = z.union([
  z.strictObject({ provider: z.enum(PROVIDERS), person: personInput, times: z.int().min(1).default(1) }),
  z.strictObject({
    provider: z.enum(PROVIDERS),
    error: z.string().regex(/^[a-z_]{1,60}$/),
    times: z.int().min(1).default(1),
  }),
]);

/** What tests set for the consent pages: the verbs `next` and `sever` of the control plane. */
export function createVisits(people: () => People) {
  let waiting: { provider: ProviderName; visit: Visit }[] = [];
  let severed = false;

  const verbs: Record<string, Verb> = {
    next: defineVerb(nextSchema, ({ provider, times, ...rest }) => {
      const visit: Visit = 'error' in rest ? { error: rest.error } : { person: people().add(provider, rest.person) };
      for (let left = times; left > 0; left--) waiting.push({ provider, visit });
      return visit;
    }),
    sever: defineVerb(z.boolean(), (wanted) => (severed = wanted)),
  };

  return {
    verbs,
    take(provider: ProviderName): Visit | undefined {
      const found = waiting.find((each) => each.provider === provider);
      waiting = waiting.filter((each) => each !== found);
      return found?.visit;
    },
    /** Whether consent pages isolate the popup from its opener (Cross-Origin-Opener-Policy: same-origin). */
    severed: () => severed,
    reset(): void {
      waiting = [];
      severed = false;
    },
  };
}

export type Visits = ReturnType<typeof createVisits>;
