import * as z from 'zod';

/** The vendor's published rate limit (2026) counts all calls of an account together. */
const DOCUMENTED = { times: 8, seconds: 1, status: 200 };

/**
 * Control: `{"limits":true}` for the documented limit, `{"limits":{"times":1,"seconds":1,"status":429}}`,
 * `{"limits":false}`. A call above it gets the code 900001, with this HTTP status.
 */
export const limitsVerb = z.union([
  z.boolean(),
  z.strictObject({
    times: z.int().min(1),
    seconds: z.number().positive(),
    status: z.union([z.literal(200), z.literal(429)]).default(200),
  }),
]);

export type Limits = ReturnType<typeof createLimits>;

/** The rate limit, off by default. */
export function createLimits() {
  let limit: typeof DOCUMENTED | null = null;
  let seen: number[] = [];
  return {
    set(value: z.output<typeof limitsVerb>): void {
      limit = value === true ? DOCUMENTED : value === false ? null : value;
      seen = [];
    },
    /** Counts a call. The HTTP status of its refusal when it is above the limit. */
    refusal(): number | undefined {
      if (!limit) return undefined;
      const { times, seconds, status } = limit;
      const now = Date.now();
      seen = seen.filter((at) => at > now - seconds * 1000);
      if (seen.length >= times) return status;
      seen.push(now);
      return undefined;
    },
  };
}
