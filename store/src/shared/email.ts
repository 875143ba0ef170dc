/**
 * The HTML standard's rule for `<input type="email">`, so that the server accepts the same addresses as a browser's
 * field.
 */
const ADDRESS =
  /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*$/i;

/** Maximum length of an address in SMTP (RFC 5321, 4.5.3.1.3, without the brackets) and of the part before the @. */
const MAX_LENGTH = 254;
const MAX_LOCAL_PART_LENGTH = 64;

/** True for one well-formed e-mail address; surrounding spaces are ignored. */
export function isEmail(text: string): boolean {
  const address = text.trim();
  return address.length <= MAX_LENGTH && address.indexOf('@') <= MAX_LOCAL_PART_LENGTH && ADDRESS.test(address);
}

/** Dots that no mail server accepts unquoted (RFC 5321, 4.1.2): at an end of the part before the @, or two in a row. */
const STRAY_DOTS = /^\.|\.@|\.\./;
/** A domain of the internet: a dot, then a name that is not a number. */
const TOP_LEVEL = /\.(?=[a-z0-9-]*[a-z])[a-z0-9-]{2,}$/i;

/**
 * True for an address that mail from the internet can reach. Stricter than `isEmail`, which accepts the names of a local
 * network (`name@example`): the payment vendor refuses those, and an eSIM sent there is lost.
 */
export function isMailAddress(text: string): boolean {
  const address = text.trim();
  return isEmail(address) && !STRAY_DOTS.test(address) && TOP_LEVEL.test(address);
}

/** The form for comparing addresses: trimmed, NFKC, lower case. Never send mail to it. */
export function foldEmail(text: string): string {
  return text.trim().normalize('NFKC').toLowerCase();
}

/** The mailbox of an address, as far as the address says it: `ana+trip@example.com` is read by `ana@example.com`. */
export function mailboxOf(email: string): string {
  const folded = foldEmail(email);
  const at = folded.lastIndexOf('@');
  const plus = folded.indexOf('+');
  return plus > 0 && plus < at ? folded.slice(0, plus) + folded.slice(at) : folded;
}
