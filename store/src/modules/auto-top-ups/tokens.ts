import { createHmac, timingSafeEqual } from 'node:crypto';

const ID_BYTES = 16;
const MAC_BYTES = 16;

export type AutoTopUpTokens = ReturnType<typeof createAutoTopUpTokens>;

/**
 * The tokens of links that switch an auto top-up off. They are signed and stored nowhere, as those of notices: a link works
 * as long as the books keep the eSIM, also after a restore. `key` belongs to the database and never changes
 * (`loadSealedKey`).
 */
export const createAutoTopUpTokens = ({ key }: { key: Buffer }) => ({
  make(autoTopUpId: string): string {
    const body = Buffer.from(autoTopUpId.replaceAll('-', ''), 'hex');
    return Buffer.concat([body, macOf(key, body)]).toString('base64url');
  },

  /** The id; null for a token that is not ours. */
  read(token: string): string | null {
    const bytes = Buffer.from(token, 'base64url');
    // A decoder skips what it does not know: only the exact text is a token.
    if (bytes.length !== ID_BYTES + MAC_BYTES || bytes.toString('base64url') !== token) return null;
    const body = bytes.subarray(0, ID_BYTES);
    if (!timingSafeEqual(bytes.subarray(ID_BYTES), macOf(key, body))) return null;
    return body.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  },
});

const macOf = (key: Buffer, body: Buffer) => createHmac('sha256', key).update(body).digest().subarray(0, MAC_BYTES);
