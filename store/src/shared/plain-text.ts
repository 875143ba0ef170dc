/** A text of a stranger without what PostgreSQL and terminals can't take: control characters and halves of characters. Lines end in one way. */
export function plainText(text: string): string {
  return text
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/[\p{Cc}--[\n\t]]/gv, '')
    .toWellFormed()
    .trim();
}

/** The same on one line. */
export const plainLine = (text: string) => plainText(text).replaceAll(/\s+/g, ' ');
