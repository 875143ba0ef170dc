import * as z from 'zod';
import { actSchema, type Act, type Life, type LifePlan } from './life.ts';

/** An eSIM of a wholesaler's sandbox. */
export type Esim = {
  /** The sandbox's own key: an ICCID may be that of two eSIMs, one after the other. */
  key: string;
  iccid: string;
  title: string;
  /** The merchant's reference. */
  reference: string;
  life: Life;
  plan: LifePlan;
  /** It was cancelled, revoked or recycled: nothing can happen to it. */
  isOver: boolean;
  /** Its state in the wholesaler's words. */
  reported: string;
};

/** The eSIMs of a sandbox, as the control plane, the page and the automatic life see them. */
export type Lives = {
  /** Oldest first. */
  list(): Esim[];
  find(key: string): Esim | undefined;
  /** The current eSIM with this ICCID. */
  byIccid(iccid: string): Esim | undefined;
  /** Lets this happen in order, durable on return, and sends the messages that follow. Throws why it can't happen. */
  act(key: string, acts: readonly Act[]): Esim;
  /** Runs `work` as one write. */
  together(work: () => void): void;
};

/** Control: `{"life":{"iccid":"89…","acts":["install","enable",{"use":300,"country":"FR"},{"pass":{"days":2}}]}}`. */
export const lifeVerb = z.strictObject({ iccid: z.string(), acts: z.array(actSchema).min(1).max(100) });

export function obeyLife(lives: Lives, { iccid, acts }: z.output<typeof lifeVerb>): Esim {
  const found = lives.byIccid(iccid);
  if (!found) throw new Error('no profile has this ICCID');
  return lives.act(found.key, acts);
}

const speed = {
  mbPerSecond: z.number().min(0).max(100_000).default(1),
  hoursPerSecond: z.number().min(0).max(1000).default(0),
};

/**
 * Control: `{"live":{"on":true,"mbPerSecond":5,"hoursPerSecond":1}}` lets every bought eSIM live by itself until
 * `{"live":{"on":false}}`; `{"live":{"seconds":10,"mbPerSecond":5}}` does so for ten seconds at once, without a timer.
 */
export const liveVerb = z.union([
  z.strictObject({ on: z.literal(false) }),
  z.strictObject({ on: z.literal(true), ...speed }),
  z.strictObject({ seconds: z.int().min(1).max(10_000), ...speed }),
]);
type Speed = { mbPerSecond: number; hoursPerSecond: number };

/** How many eSIMs live in one write: calls of the product are answered between two. */
const AT_ONCE = 200;

export type Living = ReturnType<typeof createLiving>;

/** Lets bought eSIMs live by themselves; off until the control plane switches it on. */
export function createLiving(lives: Lives) {
  let timer: NodeJS.Timeout | undefined;
  let now: Speed | null = null;
  const stop = () => {
    clearInterval(timer);
    now = null;
  };
  return {
    obey(verb: z.output<typeof liveVerb>): void {
      if ('seconds' in verb) {
        for (let second = 0; second < verb.seconds; second += 1) liveASecond(lives, verb);
        return;
      }
      stop();
      if (!verb.on) return;
      now = verb;
      timer = setInterval(() => liveASecond(lives, verb), 1000);
    },
    /** The speed at which they live; null while they don't. */
    speed: (): Speed | null => now,
    stop,
  };
}

function liveASecond(lives: Lives, by: Speed): void {
  const all = lives.list();
  for (let at = 0; at < all.length; at += AT_ONCE)
    lives.together(() => {
      for (const esim of all.slice(at, at + AT_ONCE)) {
        const acts = actsOfASecond(esim, by);
        if (acts.length > 0) lives.act(esim.key, acts);
      }
    });
}

/** A new eSIM is installed, then enabled where its plan works, then used. One that was switched off or deleted stays so. */
function actsOfASecond({ life, plan, isOver }: Esim, { mbPerSecond, hoursPerSecond }: Speed): Act[] {
  if (isOver || life.plan === 'expired' || life.plan === 'recycled') return [];
  const time: Act[] = hoursPerSecond > 0 ? [{ pass: { days: 0, hours: hoursPerSecond, minutes: 0 } }] : [];
  const there: Act = { country: life.country ?? plan.countries[0] ?? null };
  if (life.profile === 'released' || life.profile === 'downloaded') return ['install', ...time];
  if (life.profile === 'installed') return ['enable', there, ...time];
  if (life.profile !== 'enabled' || life.plan === 'finished') return time;
  return [there, { use: mbPerSecond }, ...time];
}
