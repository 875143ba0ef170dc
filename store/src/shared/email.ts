/** The HTML standard's rule for `<input type="email">`, so that the server takes just what a browser's field takes. */
const ADDRESS =
  /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*$/i;

/** Longest address a mail server takes (RFC 5321, 4.5.3.1.3, without the brackets) and longest part before the @. */
const LONGEST = 254;
const LONGEST_LOCAL_PART = 64;

/** True for one well-formed e-mail address, blanks around it aside. */
export function isEmail(text: string): boolean {
  const address = text.trim();
  return address.length <= LONGEST && address.indexOf('@') <= LONGEST_LOCAL_PART && ADDRESS.test(address);
}

/** The form in which two addresses are compared: trimmed, NFKC, lower case. Not for sending mail to. */
export function foldEmail(text: string): string {
  return text.trim().normalize('NFKC').toLowerCase();
}
