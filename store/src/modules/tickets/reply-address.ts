import { randomBytes } from 'node:crypto';
import { hashSecret } from '../../db/vault.ts';

/** Lower-case letters and digits only: mail servers may change the case of an address. */
const LETTERS = '0123456789abcdefghjkmnpqrstvwxyz';
/** Five bits each: 260 in all. With `reply+` it stays below the maximum of 64 characters of a local part. */
const LENGTH = 52;

const PREFIX = 'reply+';
const ADDRESS = new RegExp(`reply\\+([${LETTERS}]{${LENGTH}})@([a-z0-9.-]+)`, 'gi');

/** A secret for an address, and the hash under which it is stored. */
export function newReplySecret(): { secret: string; hash: string } {
  const secret = Array.from(randomBytes(LENGTH), (byte) => LETTERS[byte & 31]).join('');
  return { secret, hash: hashSecret(secret) };
}

/** The reply address of a ticket. */
export const replyAddress = (secret: string, domain: string) => `${PREFIX}${secret}@${domain}`;

/** Hashes of the secrets in addresses of this domain, without duplicates. */
export function replyHashesIn(addresses: readonly string[], domain: string): string[] {
  const secrets = addresses.flatMap((address) =>
    [...address.matchAll(ADDRESS)]
      .filter(([, , host]) => host!.toLowerCase() === domain.toLowerCase())
      .map(([, secret]) => secret!.toLowerCase()),
  );
  return [...new Set(secrets)].map(hashSecret);
}

/** Removes secret addresses from a text: mail readers quote them, and one side's address must not reach the other. */
export const withoutReplyAddresses = (text: string) => text.replaceAll(ADDRESS, '…');

/** True for one of our reply addresses. */
export const isReplyAddress = (address: string) => address.search(ADDRESS) !== -1;
