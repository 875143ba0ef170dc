/** How a language writes figures: `<code>/language.ts`. */
export type Language = {
  /** Its own name for itself, as the language menu shows it. */
  name: string;
  /** What follows a figure in gigabytes, with the space between them. */
  gigabytes: string;
  /** What follows `k` or `M` in a speed. */
  bitsPerSecond: string;
  /** `2-digit` shows 08:05, `numeric` 8:05. */
  hour: '2-digit' | 'numeric';
};
