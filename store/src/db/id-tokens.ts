import { createHmac, timingSafeEqual } from 'node:crypto';

const ID_BYTES = 16;
const MAC_BYTES = 16;

export type IdTokens = ReturnType<typeof createIdTokens>;

/**
 * Signed tokens of mailed links, each for one row. They are stored nowhere, so a link works as long as the books keep the
 * row, also after a restore. `key` belongs to the database and never changes (`loadSealedKey`).
 */
export const createIdTokens = ({ key }: { key: Buffer }) => ({
  make(rowId: string): string {
    const body = Buffer.from(rowId.replaceAll('-', ''), 'hex');
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
