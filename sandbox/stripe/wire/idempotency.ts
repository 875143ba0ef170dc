import { createHash } from 'node:crypto';
import { now } from '../ids.ts';
import type { Store, StoredAnswer } from '../store.ts';
import { StripeFailure } from './errors.ts';
import type { Form } from './form.ts';

const KEPT_SECONDS = 86_400;

export interface Answer {
  status: number;
  body: unknown;
}

/** One request's lock on its idempotency key. */
export interface Claim {
  /** The stored response to the key's first request, if any. */
  kept: StoredAnswer | undefined;
  /** Stores a response under the key, inside the transaction of its effect. */
  keep(answer: Answer): void;
  release(): void;
}

/**
 * Idempotency keys as at Stripe: kept for 24 hours with status and body (also a 500). A response to invalid parameters
 * is not stored.
 */
export function createIdempotency(store: Store) {
  const inProgress = new Set<string>();

  return {
    /**
     * Throws Stripe's 400 when the key was used with other parameters, and its 409 while another request holds the key.
     */
    claim(key: string | undefined, path: string, form: Form): Claim {
      if (!key) return { kept: undefined, keep() {}, release() {} };
      if (key.length > 255)
        throw new StripeFailure(400, {
          type: 'idempotency_error',
          message: 'Idempotency keys may have at most 255 characters.',
        });
      const fingerprint = createHash('sha256')
        .update(JSON.stringify([path, sorted(form)]))
        .digest('hex');
      const known = store.answers.get(key);
      const kept = known && known.created > now() - KEPT_SECONDS ? known : undefined;
      if (kept && kept.fingerprint !== fingerprint) {
        throw new StripeFailure(400, {
          type: 'idempotency_error',
          message: `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
        });
      }
      if (inProgress.has(key)) {
        throw new StripeFailure(409, {
          type: 'idempotency_error',
          code: 'idempotency_key_in_use',
          message: `There is currently another in-progress request using this idempotent key: ${key}. Please try again later.`,
        });
      }
      inProgress.add(key);
      return {
        kept,
        keep: ({ status, body }) => void store.answers.put({ id: key, fingerprint, status, body, created: now() }),
        release: () => void inProgress.delete(key),
      };
    },
  };
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.entries(value)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, inner]) => [key, sorted(inner)]);
}
