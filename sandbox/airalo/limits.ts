import * as z from 'zod';
import type { Ctx } from './wire.ts';

/** `per`: what is counted together. `call`: the calls of a token, or of an ICCID where the path has one. */
type Limit = { times: number; seconds: number; per: 'call' | 'client' };

/** The vendor's published rate limits (September 2026), by call. */
const DOCUMENTED: Record<string, Limit[]> = {
  token: [{ times: 3, seconds: 60, per: 'call' }],
  'packages.list': [{ times: 80, seconds: 60, per: 'call' }],
  'sims.usage': [
    { times: 10, seconds: 60, per: 'call' },
    { times: 5, seconds: 1, per: 'client' },
  ],
};

/** Control: `{"limits":true}` for the documented ones, `{"limits":{"orders.list":{"times":1,"seconds":1}}}`, `{"limits":false}`. */
export const limitsVerb = z.union([
  z.boolean(),
  z.record(z.string(), z.strictObject({ times: z.int().min(1), seconds: z.number().positive() })),
]);

export type Limits = ReturnType<typeof createLimits>;

/** Rate limits, off by default. They count per call and token, and for usage also per ICCID. */
export function createLimits() {
  let limits: Record<string, Limit[]> = {};
  const seen = new Map<string, number[]>();

  /** Counts a call. The milliseconds to wait when it is above the limit. */
  function wait(c: Ctx, call: string, { times, seconds, per }: Limit, now: number): number {
    const client = c.req.header('authorization') ?? '';
    const key = [call, per, (per === 'call' && c.req.param('iccid')) || client].join(' ');
    const recent = (seen.get(key) ?? []).filter((at) => at > now - seconds * 1000);
    const waitMs = recent.length < times ? 0 : recent[0]! + seconds * 1000 - now;
    c.header('X-RateLimit-Limit', String(times));
    c.header('X-RateLimit-Remaining', String(Math.max(0, times - recent.length - 1)));
    if (waitMs === 0) seen.set(key, [...recent, now]);
    return waitMs;
  }

  return {
    set(value: z.infer<typeof limitsVerb>) {
      const own = () =>
        Object.fromEntries(Object.entries(value).map(([call, limit]) => [call, [{ ...limit, per: 'call' as const }]]));
      limits = value === true ? DOCUMENTED : value === false ? {} : own();
      seen.clear();
    },
    /** The vendor's 429 when `call` exceeds its limit. */
    refusal(c: Ctx, call: string): Response | undefined {
      const now = Date.now();
      const waitMs = Math.max(0, ...(limits[call] ?? []).map((limit) => wait(c, call, limit, now)));
      if (waitMs === 0) return undefined;
      c.header('Retry-After', String(Math.ceil(waitMs / 1000)));
      c.header('X-RateLimit-Reset', String(Math.ceil((now + waitMs) / 1000)));
      return c.json({ message: 'Too Many Attempts.' }, 429);
    },
  };
}
