/**
 * Removes from untrusted text what PostgreSQL and terminals cannot handle: control characters and lone surrogates.
 * Normalises line ends.
 */
export function plainText(text: string): string {
  return text
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/[\p{Cc}--[\n\t]]/gv, '')
    .toWellFormed()
    .trim();
}

/** `plainText` on one line. */
export const plainLine = (text: string) => plainText(text).replaceAll(/\s+/g, ' ');
