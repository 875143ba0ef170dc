import * as z from 'zod';
import type { Copies } from '../modules/catalogue/copies.ts';
import { PurgeError, readReply } from './purge-reply.ts';

/** The id of the purge, by key. */
const reply = z.record(z.string(), z.string());

/**
 * Fastly's purge of a surrogate key (`POST /service/SERVICE/purge`, https://www.fastly.com/documentation/reference/api/purging/),
 * in soft mode: a stale copy is still served while the store does not answer. The token needs the scope `purge_select`.
 */
export function createFastlyPurge({
  apiUrl,
  serviceId,
  token,
}: {
  apiUrl: URL;
  serviceId: string;
  token: string;
}): Copies {
  return {
    async purge(key) {
      const purges = await readReply(new URL(`/service/${serviceId}/purge`, apiUrl), reply, {
        method: 'POST',
        headers: {
          accept: 'application/json',
          'fastly-key': token,
          'fastly-soft-purge': '1',
          'surrogate-key': key,
        },
      });
      if (!(key in purges)) throw new PurgeError('the CDN did not name the purged key');
    },
  };
}
