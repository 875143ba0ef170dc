/* Parses wholesalers' statements in sentences. The store shows them before the payment, so an unclear statement
   is null, "not stated". */

/** "Hotspot is allowed.", "Tethering not supported": null when it is missing, contradictory or conditional. */
export function hotspotIn(said: string): boolean | null {
  const verdicts = said
    .split(/[.\n;]/)
    .filter((sentence) => /hotspot|tethering/i.test(sentence))
    .flatMap((sentence) => {
      if (/\b(?:but|except|only|unless|some|may|depend\w*)\b/i.test(sentence)) return [null];
      return sentence.split(',').flatMap((clause) => {
        if (!/hotspot|tethering/i.test(clause)) return [];
        if (/\b(?:no|not|without|un(?:available|supported)|disabled)\b|n[’']t\b/i.test(clause)) return [false];
        return /\b(?:allowed|supported|available|included|enabled|yes)\b/i.test(clause) ? [true] : [];
      });
    });
  return new Set(verdicts).size === 1 ? verdicts[0]! : null;
}

/** "IP breakout: SG". Codes are in capitals: "breakout is local" names no country. */
export function exitCountryIn(said: string): string | null {
  return /\b[Bb]reakout:?\s+([A-Z]{2})\b/.exec(said)?.[1] ?? null;
}

/** The reduced speed in "then 512 kbps" or "reduced to 1.5 Mbps": the lowest, if several are named. */
export function slowSpeedIn(policy: string): number | null {
  if (!/\b(?:then|after|reduced?|slow\w*|throttl\w*|lower\w*|drops?|limited|used up)\b/i.test(policy)) return null;
  const speeds = [...policy.matchAll(/\b(\d{1,5}(?:\.\d+)?)\s*([km])bps/gi)].map(([, figure, unit]) =>
    Math.round(Number(figure) * (unit?.toLowerCase() === 'm' ? 1_000 : 1)),
  );
  return speeds.length === 0 ? null : Math.min(...speeds);
}

/** The amount in "2 GB per day at full speed". */
export function dailyMbIn(policy: string): number | null {
  const [, figure, unit] = /\b(\d{1,5}(?:\.\d+)?)\s*(GB|MB)\s*(?:per|a|each|\/)\s*day/i.exec(policy) ?? [];
  return figure === undefined ? null : Math.round(Number(figure) * (unit?.toUpperCase() === 'GB' ? 1_024 : 1));
}
