/** Money for texts is counted in millionths of a US dollar: one text costs less than a cent in some countries. */
export const MICROS = 1_000_000;

/**
 * What a text is counted with, in US dollars: at or above what vendors ask in November 2026. SMS_PRICES replaces a country's.
 * The vendor's invoice may differ; this decides only when the day's budget is used up.
 */
const DOLLARS: Record<string, number> = {
  AT: 0.11,
  AU: 0.06,
  BE: 0.12,
  CA: 0.01,
  CH: 0.08,
  DE: 0.12,
  DK: 0.07,
  ES: 0.09,
  FI: 0.1,
  FR: 0.09,
  GB: 0.06,
  IE: 0.1,
  IT: 0.1,
  LU: 0.1,
  MC: 0.12,
  NL: 0.11,
  NO: 0.09,
  NZ: 0.12,
  PT: 0.06,
  SE: 0.07,
  US: 0.01,
};

/** Of a country that stands in neither list: dearer than nearly all of them. */
const OTHER_DOLLARS = 0.3;

/** The price of a message in millionths of a US dollar. */
export function priceOf(country: string, segments: number, own: ReadonlyMap<string, number>): number {
  return Math.round((own.get(country) ?? DOLLARS[country] ?? OTHER_DOLLARS) * MICROS) * segments;
}

/** Letters of the GSM 03.38 alphabet; those after the bar take two places. */
const GSM = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
);
const GSM_TWICE = new Set('|^€{}[]~\\');

/** How many messages a text is sent, and paid, as: 160 letters of GSM 03.38 or 70 of UTF-16 fit into one, fewer into each of several. */
export function segmentsOf(text: string): number {
  const letters = [...text];
  const isGsm = letters.every((letter) => GSM.has(letter) || GSM_TWICE.has(letter));
  const length = isGsm ? letters.reduce((sum, letter) => sum + (GSM_TWICE.has(letter) ? 2 : 1), 0) : text.length;
  const [one, several] = isGsm ? [160, 153] : [70, 67];
  return length <= one ? 1 : Math.ceil(length / several);
}
