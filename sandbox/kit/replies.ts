import * as z from 'zod';

/* Replies about usage that are old, or wrong in all the ways in which those of wholesalers were seen to be wrong. */

const WAYS = ['stale', 'missing', 'backwards', 'larger', 'negative', 'unlimited', 'another'] as const;
export type Way = (typeof WAYS)[number];

const whom = {
  /** One eSIM; all of them otherwise. */
  iccid: z.string().optional(),
  /** How many replies; without it until `"whole"`. */
  times: z.int().min(1).optional(),
};

/**
 * Control: `{"replies":{"how":"backwards","iccid":"89…","times":3}}`, `{"replies":{"set":{"remaining":"lots"}}}`,
 * `{"replies":"whole"}`.
 */
export const repliesVerb = z.union([
  z.literal('whole'),
  z.strictObject({ how: z.enum(WAYS), fields: z.array(z.string()).optional(), ...whom }),
  z.strictObject({ set: z.record(z.string(), z.unknown()), ...whom }),
]);

/** Control: `{"lag":true}` for the documented age of the figures, `{"lag":{"seconds":60}}`, `{"lag":false}`. */
export const lagVerb = z.union([z.boolean(), z.strictObject({ seconds: z.number().positive() })]);

type Armed = Exclude<z.output<typeof repliesVerb>, 'whole'>;
type Figures = Record<string, unknown>;

export type Replies = ReturnType<typeof createReplies>;

/** What is armed, and the last figures of each eSIM. In memory: a restart disarms it. */
export function createReplies({ documentedSeconds }: { documentedSeconds: number }) {
  let armed: Armed[] = [];
  let lagMs = 0;
  const kept = new Map<string, { at: number; figures: Figures }>();

  function take(iccid: string): Armed | undefined {
    const found = armed.find((each) => each.iccid === undefined || each.iccid === iccid);
    if (found?.times !== undefined && --found.times === 0) armed.splice(armed.indexOf(found), 1);
    return found;
  }

  return {
    arm(verb: z.output<typeof repliesVerb>): void {
      if (verb === 'whole') armed = [];
      else armed.push({ ...verb });
    },
    lag(verb: z.output<typeof lagVerb>): void {
      lagMs = 1000 * (typeof verb === 'boolean' ? (verb ? documentedSeconds : 0) : verb.seconds);
    },
    reset(): void {
      armed = [];
      lagMs = 0;
      kept.clear();
    },
    /** Time passed for one eSIM: its last figures are older. */
    aged(key: string, ms: number): void {
      const last = kept.get(key);
      if (last) kept.set(key, { ...last, at: last.at - ms });
    },
    /**
     * The figures to answer with: these, or those of an earlier answer, and how they are made wrong. Counts the answer.
     */
    next<T extends Figures>(
      key: string,
      iccid: string,
      fresh: T,
    ): { figures: T; wrong: (whole: Figures) => Figures; how?: Way } {
      const now = Date.now();
      const found = take(iccid);
      const how = found && 'how' in found ? found.how : undefined;
      const last = kept.get(key);
      const isOld = last !== undefined && (how === 'stale' || now - last.at < lagMs);
      if (!isOld) kept.set(key, { at: now, figures: fresh });
      const wrong = (whole: Figures): Figures => {
        if (found && 'set' in found) return { ...whole, ...found.set };
        if (how !== 'missing' || !found || !('how' in found)) return whole;
        const gone = found.fields ?? Object.keys(fresh);
        return Object.fromEntries(Object.entries(whole).filter(([field]) => !gone.includes(field)));
      };
      return { figures: isOld ? (last.figures as T) : fresh, wrong, ...(how && { how }) };
    },
  };
}
