/**
 * A UUIDv7 (RFC 9562, 5.7): 48 bits of Unix milliseconds, then random bits, so that keys sort by creation time.
 * An id is not a secret: what must not be guessed gets 256 random bits of its own.
 */
export function uuidv7(now: number = Date.now()): string {
  const random = randomHex(20);
  const variant = '89ab'[Number.parseInt(random[3]!, 16) & 3]!;
  const time = now.toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${random.slice(0, 3)}-${variant}${random.slice(4, 7)}-${random.slice(7, 19)}`;
}

let pool = '';

/** Random letters, drawn many at a time, since each draw of its own costs more than the rest of an id. */
function randomHex(count: number): string {
  if (pool.length < count) pool = Array.from(crypto.getRandomValues(new Uint16Array(500)), (bits) => (bits | 0x1_0000).toString(16).slice(1)).join('');
  const drawn = pool.slice(0, count);
  pool = pool.slice(count);
  return drawn;
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** True for any well-formed UUID text. */
export function isUuid(value: unknown): value is string {
  return typeof value === 'string' && UUID.test(value);
}

const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** Eight letters and digits a person can read out (Crockford's base 32, 40 random bits): the order's number on receipts. */
export function readableCode(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(8)), (b) => CROCKFORD[b & 31]).join('');
}
