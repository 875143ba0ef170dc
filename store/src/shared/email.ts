/**
 * The HTML standard's rule for `<input type="email">`, so that the server accepts the same addresses as a browser's
 * field.
 */
const ADDRESS =
  /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*$/i;

/** Maximum length of an address in SMTP (RFC 5321, 4.5.3.1.3, without the brackets) and of the part before the @. */
const LONGEST = 254;
const LONGEST_LOCAL_PART = 64;

/** True for one well-formed e-mail address; surrounding spaces are ignored. */
export function isEmail(text: string): boolean {
  const address = text.trim();
  return address.length <= LONGEST && address.indexOf('@') <= LONGEST_LOCAL_PART && ADDRESS.test(address);
}

/** The form for comparing addresses: trimmed, NFKC, lower case. Never send mail to it. */
export function foldEmail(text: string): string {
  return text.trim().normalize('NFKC').toLowerCase();
}
