import { createHmac, timingSafeEqual } from 'node:crypto';
import * as z from 'zod';
import type { WholesaleHint } from '../../modules/fulfilment/wholesaler.ts';
import { iccid, identifier, jsonOf } from '../wholesale-fields.ts';

/*
 * The vendor's webhooks. Each is signed: hex HMAC-SHA512 of its bytes with the secret of the API. A signature has no time and
 * no number, so a copy of an old message is as good as a new one: it makes the store look once more, and does nothing else.
 */

const SIGNATURE = /^[0-9a-f]{128}$/i;

function isSigned(body: Uint8Array, signature: string | undefined, secret: string): boolean {
  if (signature === undefined || !SIGNATURE.test(signature)) return false;
  const expected = createHmac('sha512', secret).update(body).digest();
  return timingSafeEqual(Buffer.from(signature, 'hex'), expected);
}

/** Notices of low data and of the end of a plan name the eSIM alone. */
const lowData = z
  .looseObject({ iccid, level: z.string().max(20) })
  .transform((notice): WholesaleHint => ({ reference: null, vendorOrderId: null, iccid: notice.iccid }));

/** An order that was made later is the order of the API with the number of the request, or the reason of its failure. */
const laterOrder = z
  .looseObject({
    request_id: z.string(),
    id: identifier.nullish().catch(null),
    description: z.string().max(200).nullish(),
  })
  .transform(({ id, description }): WholesaleHint | 'nothing' => {
    const hint = { reference: description || null, vendorOrderId: id ?? null, iccid: null };
    return hint.reference === null && hint.vendorOrderId === null ? 'nothing' : hint;
  });

/** A notice about the credit of the account. */
const credit = z.looseObject({ message: z.string(), remaining: z.unknown() }).transform((): 'nothing' => 'nothing');

const message = z.union([lowData, laterOrder, credit]);

/** See `Wholesaler.readHint`. */
export function readHint(
  body: Uint8Array,
  signature: string | undefined,
  secret: string,
): WholesaleHint | 'nothing' | 'forged' | null {
  if (!isSigned(body, signature, secret)) return 'forged';
  return message.safeParse(jsonOf(body)).data ?? null;
}
