/** A fault in a text: `content/en/help/apn.md:12: …`. */
export type ContentError = { file: string; line: number; message: string };

export type Report = (line: number, message: string) => void;

export function sentenceOf({ file, line, message }: ContentError): string {
  return `${file}:${line}: ${message}`;
}
