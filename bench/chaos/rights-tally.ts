import type { RightsFacts } from './rights-facts.ts';

/** What went back for lines, compared with what buyers asked, used and were told. */
export type RightsTally = {
  /** Lines of paid orders, by what their buyer has. `partly`: a part went back, and the rest was used. */
  lines: { delivered: number; refunded: number; partly: number; held: number };
  /** Requests by kind and state, profiles of refunded lines by what became of them. */
  requests: Record<string, number>;
  profiles: Record<string, number>;
  losses: Record<string, number>;
  /** Requests that were accepted, and that a restore took out of our books. */
  requestsLost: number;
  /** Claims that a restore has repeated, and losses of profiles that were given back before it. */
  claimsRepeated: number;
  lossesReturned: number;
  /** Declarations by their proof and state; `lost` to restores, and repeated mails. */
  declarations: Record<string, number>;
  declarationsLost: number;
  mailsRepeated: number;
  /** Numbers of documents that buyers were shown, and that a restore took out of our books. */
  numbersShown: number;
  numbersLost: number;
  violations: string[];
};

export type Judged = { facts: RightsFacts; tally: RightsTally };

export const noTally = (): RightsTally => ({
  lines: { delivered: 0, refunded: 0, partly: 0, held: 0 },
  requests: {},
  profiles: {},
  losses: {},
  requestsLost: 0,
  claimsRepeated: 0,
  lossesReturned: 0,
  declarations: {},
  declarationsLost: 0,
  mailsRepeated: 0,
  numbersShown: 0,
  numbersLost: 0,
  violations: [],
});

export function wrong(tally: RightsTally, sentence: string): void {
  tally.violations.push(`rights: ${sentence}`);
}

export const count = (counts: Record<string, number>, name: string): void =>
  void (counts[name] = (counts[name] ?? 0) + 1);

const list = (counts: Record<string, number>) =>
  Object.entries(counts)
    .toSorted(([a], [b]) => a.localeCompare(b))
    .map(([name, times]) => `${times} ${name}`)
    .join(', ') || 'none';

/** The counts, a line each. */
export const linesOfRights = (tally: RightsTally): string[] => [
  `lines of paid orders   ${list(tally.lines)}`,
  `asked back             ${list(tally.requests)}; lost to restores ${tally.requestsLost}`,
  `their profiles         ${list(tally.profiles)}; losses ${list(tally.losses)}; claimed again after a restore ${tally.claimsRepeated}, listed though given back ${tally.lossesReturned}`,
  `declarations           ${list(tally.declarations)}; lost to restores ${tally.declarationsLost}, mails repeated ${tally.mailsRepeated}`,
  `numbers of documents   ${tally.numbersShown} shown to buyers, ${tally.numbersLost} of them lost to restores`,
];
