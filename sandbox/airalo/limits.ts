import type { MiddlewareHandler } from 'hono';
import * as z from 'zod';
import type { SandboxEnv } from '../kit/serve.ts';

export type Limit = { times: number; seconds: number };

/** The vendor's published rate limits (September 2026), by call. */
const DOCUMENTED: Record<string, Limit> = {
  token: { times: 3, seconds: 60 },
  'packages.list': { times: 80, seconds: 60 },
  'sims.usage': { times: 10, seconds: 60 },
};

/** Control: `{"limits":true}` for the documented ones, `{"limits":{"orders.list":{"times":1,"seconds":1}}}`, `{"limits":false}`. */
export const limitsVerb = z.union([
  z.boolean(),
  z.record(z.string(), z.strictObject({ times: z.int().min(1), seconds: z.number().positive() })),
]);

/** Rate limits, off by default. They count per call and token, and for usage per ICCID. */
export function createLimits() {
  let limits: Record<string, Limit> = {};
  const seen = new Map<string, number[]>();

  return {
    set(value: z.infer<typeof limitsVerb>) {
      limits = value === true ? DOCUMENTED : value === false ? {} : value;
      seen.clear();
    },
    /** Answers 429 as the vendor does when `call` exceeds its limit. */
    of(call: string): MiddlewareHandler<SandboxEnv> {
      return async (c, next) => {
        const limit = limits[call];
        if (!limit) return next();
        const key = [call, c.req.param('iccid') ?? c.req.header('authorization') ?? ''].join(' ');
        const now = Date.now();
        const recent = (seen.get(key) ?? []).filter((at) => at > now - limit.seconds * 1000);
        const waitMs = recent.length < limit.times ? 0 : recent[0]! + limit.seconds * 1000 - now;
        c.header('X-RateLimit-Limit', String(limit.times));
        c.header('X-RateLimit-Remaining', String(Math.max(0, limit.times - recent.length - 1)));
        if (waitMs > 0) {
          c.header('Retry-After', String(Math.ceil(waitMs / 1000)));
          c.header('X-RateLimit-Reset', String(Math.ceil((now + waitMs) / 1000)));
          return c.json({ message: 'Too Many Attempts.' }, 429);
        }
        seen.set(key, [...recent, now]);
        return next();
      };
    },
  };
}
