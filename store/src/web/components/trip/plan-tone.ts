/** Colours of a trip's plans (switch-list.css); further plans start again with the first. */
const TONES = 4;

export const toneOf = (tone = 0): number => tone % TONES;
/** The class of a plan's colour. */
export const planTone = (tone?: number): string => `plan-tone--${toneOf(tone)}`;

/** The number of each eSIM's colour: by plan, in the order of the first use. */
export function tonesOf(planIds: readonly string[]): number[] {
  const plans = [...new Set(planIds)];
  return planIds.map((id) => plans.indexOf(id));
}
