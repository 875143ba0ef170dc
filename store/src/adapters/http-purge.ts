import * as z from 'zod';
import type { Copies } from '../modules/catalogue/copies.ts';
import { readReply } from './purge-reply.ts';

const reply = z.object({ purged: z.int().min(0) });

/**
 * Our own caches (deploy/cdn/varnish.vcl): `PURGE` at each address with the key in `Surrogate-Key` and the secret as
 * Bearer token (RFC 6750). Each answers 200 and `{"purged": COUNT}`; a web server that does not purge answers otherwise.
 */
export function createHttpPurge({ urls, secret }: { urls: readonly URL[]; secret: string }): Copies {
  const purgeAt = (url: URL, key: string) =>
    readReply(url, reply, {
      method: 'PURGE',
      headers: { authorization: `Bearer ${secret}`, 'surrogate-key': key },
    });
  return {
    async purge(key) {
      // All of them, also when one is away: the retry is only for that one's readers.
      const outcomes = await Promise.allSettled(urls.map((url) => purgeAt(url, key)));
      const failed = outcomes.find((outcome) => outcome.status === 'rejected');
      if (failed) throw failed.reason;
    },
  };
}
