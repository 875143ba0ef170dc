import type * as z from 'zod';
import { CodedError } from '../shared/errors.ts';

const TIMEOUT_MS = 10_000;

/** A cache that answers, and has not purged; the message has neither address nor secret. */
export class PurgeError extends CodedError<'purge-refused'> {
  override readonly name = 'PurgeError';

  constructor(message: string) {
    super('purge-refused', message);
  }
}

/**
 * Sends a purge and returns its parsed reply. Throws a
 * `PurgeError` for another status than 200 or another reply. Follows no redirect.
 */
export async function readReply<T extends z.ZodType>(url: URL, reply: T, init: RequestInit): Promise<z.infer<T>> {
  const answer = await fetch(url, { ...init, redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT_MS) });
  const body: unknown = await answer.json().catch(() => undefined);
  if (answer.status !== 200) throw new PurgeError(`the cache answered the purge with ${answer.status}`);
  const { success, data } = reply.safeParse(body);
  if (!success) throw new PurgeError('the cache answered the purge with 200 and another reply than that of a purge');
  return data;
}
