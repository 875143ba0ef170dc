/** Prices are counted in millionths of a US dollar, because a text costs less than a cent in some countries. */
export const MICROS = 1_000_000;

/**
 * The assumed price of a text, in US dollars: at or above vendors' prices in November 2026. SMS_PRICES overrides a
 * country's. The vendor's invoice may differ; this only decides when the day's budget is used up.
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

/** For a country in neither list: higher than nearly all of them. */
const OTHER_DOLLARS = 0.3;

/** The price of a message in millionths of a US dollar. */
export function priceOf(country: string, segments: number, own: ReadonlyMap<string, number>): number {
  return Math.round((own.get(country) ?? DOLLARS[country] ?? OTHER_DOLLARS) * MICROS) * segments;
}

/** Characters of the GSM 03.38 alphabet; those after the bar count twice. */
const GSM = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
);
const GSM_TWICE = new Set('|^€{}[]~\\');

/**
 * The number of messages for a text: 160 characters of GSM 03.38 or 70 of UTF-16 fit into a single one, fewer into each
 * of several.
 */
export function segmentsOf(text: string): number {
  const letters = [...text];
  const isGsm = letters.every((letter) => GSM.has(letter) || GSM_TWICE.has(letter));
  const length = isGsm ? letters.reduce((sum, letter) => sum + (GSM_TWICE.has(letter) ? 2 : 1), 0) : text.length;
  const [one, several] = isGsm ? [160, 153] : [70, 67];
  return length <= one ? 1 : Math.ceil(length / several);
}
