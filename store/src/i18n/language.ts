/** The format of figures in a language: `<code>/language.ts`. */
export type Language = {
  /** The language's own name, for the language menu. */
  name: string;
  /** The unit after a number of gigabytes, with the space between them. */
  gigabytes: string;
  /** The same for megabytes. */
  megabytes: string;
  /** The unit after `k` or `M` in a speed. */
  bitsPerSecond: string;
  /** `2-digit` shows 08:05, `numeric` 8:05. */
  hour: '2-digit' | 'numeric';
  /** The first day of a month in a date: `1` or `1er`. */
  firstOfMonth: string;
};
