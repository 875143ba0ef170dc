import * as z from 'zod';

/*
 * How an eSIM lives: on a phone, in a country, with a plan that starts, is used and ends. Each wholesaler's sandbox keeps
 * a life in its own form and reports it in its own words. Times are milliseconds.
 */

const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;

export type ProfileState = 'released' | 'downloaded' | 'installed' | 'enabled' | 'disabled' | 'deleted';

export type Life = {
  profile: ProfileState;
  plan: 'new' | 'active' | 'finished' | 'expired' | 'recycled';
  /** The phone that it is on. */
  phone: string | null;
  /** Where the phone is, an ISO code. */
  country: string | null;
  usedMb: number;
  /** When the clock of the plan started. */
  startedAt: number | null;
  /** When the plan ends; before its start, until when the eSIM may be installed. */
  endsAt: number;
  /** When this was true. */
  seenAt: number;
};

/** What was bought. */
export type LifePlan = {
  /** Null for a plan without an amount of data. */
  dataMb: number | null;
  days: number;
  starts: 'installation' | 'connection';
  /** ISO codes of the countries in which data can be used. */
  countries: readonly string[];
};

const country = z.string().regex(/^[A-Z]{2}$/, 'is a country code, such as FR');
const amount = z.number().min(0).max(100_000);

/** One event of a life, in the control plane and on the page. */
export const actSchema = z.union([
  z.enum(['download', 'install', 'enable', 'disable', 'delete', 'release', 'recycle']),
  z.strictObject({ install: z.string().min(1).max(60) }),
  /** Null: without a network. */
  z.strictObject({ country: country.nullable() }),
  /** Megabytes, in the country where it is, or in another one. */
  z.strictObject({ use: amount, country: country.optional() }),
  z.strictObject({
    pass: z.strictObject({ days: amount.default(0), hours: amount.default(0), minutes: amount.default(0) }),
  }),
  z.strictObject({ end: z.enum(['used-up', 'expired']) }),
]);
export type Act = z.output<typeof actSchema>;

const ANY_PHONE = 'a phone';

/** The life of an eSIM that was just made. */
export const newLife = (now: number, installBy: number): Life => ({
  profile: 'released',
  plan: 'new',
  phone: null,
  country: null,
  usedMb: 0,
  startedAt: null,
  endsAt: installBy,
  seenAt: now,
});

export const isOnPhone = ({ profile }: Pick<Life, 'profile'>) => ['installed', 'enabled', 'disabled'].includes(profile);

/** The data that is left; null for a plan without an amount. */
export const leftMb = ({ usedMb }: Life, { dataMb }: LifePlan): number | null =>
  dataMb === null ? null : Math.max(0, dataMb - usedMb);

/** Whether the phone reaches a network of the plan. */
const isConnected = ({ profile, country: at }: Life, { countries }: LifePlan) =>
  profile === 'enabled' && at !== null && countries.includes(at);

/** The life as it is at this time: a plan starts by its rule, is used up, and ends. */
export function settled(life: Life, plan: LifePlan, now: number): Life {
  const seen = { ...life, seenAt: now };
  if (seen.plan === 'new' && seen.endsAt <= now) return { ...seen, plan: 'expired' };
  const starts = plan.starts === 'installation' ? isOnPhone(seen) : isConnected(seen, plan);
  if (seen.plan === 'new' && starts)
    return settled({ ...seen, plan: 'active', startedAt: now, endsAt: now + plan.days * DAY_MS }, plan, now);
  const isUsedUp = leftMb(seen, plan) === 0;
  if (seen.plan === 'active' && isUsedUp) return { ...seen, plan: 'finished' };
  // Data was added.
  if (seen.plan === 'finished' && !isUsedUp && seen.endsAt > now) return { ...seen, plan: 'active' };
  if (seen.plan === 'active' && seen.endsAt <= now) return { ...seen, plan: 'expired' };
  return seen;
}

/** The life after an event. Throws the reason why it can't happen. */
export function act(life: Life, plan: LifePlan, event: Act, now: number): Life {
  const before = settled(life, plan, now);
  if (before.plan === 'recycled') throw new Error('the ICCID was recycled: this eSIM is over');
  const after = typeof event === 'string' ? changed(before, event) : carriedOut(before, plan, event, now);
  return settled(after, plan, now);
}

function changed(life: Life, event: Extract<Act, string>): Life {
  const { profile } = life;
  switch (event) {
    case 'download':
      if (profile !== 'released') throw new Error(`a profile that is ${profile} can't be downloaded`);
      return { ...life, profile: 'downloaded', phone: ANY_PHONE };
    case 'install':
      return installed(life, ANY_PHONE);
    case 'enable':
      if (!isOnPhone(life)) throw new Error(`a profile that is ${profile} can't be enabled: install it first`);
      return { ...life, profile: 'enabled' };
    case 'disable':
      if (!isOnPhone(life)) throw new Error(`a profile that is ${profile} can't be disabled`);
      return { ...life, profile: 'disabled' };
    case 'delete':
      if (profile === 'released' || profile === 'deleted') throw new Error('it is on no phone');
      return { ...life, profile: 'deleted', phone: null, country: null };
    case 'release':
      return { ...life, profile: 'released', phone: null, country: null };
    case 'recycle':
      return { ...life, plan: 'recycled', profile: 'deleted', phone: null, country: null };
  }
}

function installed(life: Life, phone: string): Life {
  if (life.profile !== 'released' && life.profile !== 'downloaded')
    throw new Error(`a profile that is ${life.profile} can't be installed: release it first`);
  return { ...life, profile: 'installed', phone };
}

function carriedOut(life: Life, plan: LifePlan, event: Exclude<Act, string>, now: number): Life {
  if ('install' in event) return installed(life, event.install);
  if ('use' in event) {
    const there = settled(event.country === undefined ? life : { ...life, country: event.country }, plan, now);
    if (there.profile !== 'enabled') throw new Error('the eSIM is off: install and enable it first');
    return used(there, plan, event.use);
  }
  if ('country' in event) return { ...life, country: event.country };
  if ('pass' in event) return passed(life, msOf(event.pass));
  if (event.end === 'expired') return passed(life, Math.max(0, life.endsAt - now));
  if (plan.dataMb === null) throw new Error('a plan without an amount of data is never used up');
  return {
    ...life,
    plan: life.plan === 'new' ? 'active' : life.plan,
    usedMb: plan.dataMb,
    ...startedNow(life, plan, now),
  };
}

/** Data flows only for a plan in use, in a country of it. */
function used(life: Life, plan: LifePlan, megabytes: number): Life {
  if (life.plan !== 'active' || !isConnected(life, plan)) return life;
  const usedMb = life.usedMb + megabytes;
  return { ...life, usedMb: plan.dataMb === null ? usedMb : Math.min(plan.dataMb, usedMb) };
}

const startedNow = (life: Life, { days }: LifePlan, now: number) =>
  life.startedAt === null ? { startedAt: now, endsAt: now + days * DAY_MS } : {};

/** Time of this eSIM alone passes: for it, everything happened earlier. */
const passed = (life: Life, ms: number): Life => ({
  ...life,
  startedAt: life.startedAt === null ? null : life.startedAt - ms,
  endsAt: life.endsAt - ms,
});

/** The time that passes for an eSIM by these events. */
export const timeOf = (events: readonly Act[]): number =>
  events.reduce((sum, event) => sum + (typeof event === 'object' && 'pass' in event ? msOf(event.pass) : 0), 0);

const msOf = ({ days, hours, minutes }: { days: number; hours: number; minutes: number }) =>
  (days * 24 + hours + minutes / 60) * HOUR_MS;

/** The lowest of these levels that a falling figure has reached now, and had not before. Null figures have none. */
export function reached(levels: readonly number[], before: number | null, after: number | null): number | undefined {
  if (before === null || after === null) return undefined;
  return levels.toSorted((a, b) => a - b).find((level) => after <= level && before > level);
}

/** The days until the plan in use ends; null when none is in use. */
export const daysLeft = ({ plan, endsAt, seenAt }: Life): number | null =>
  plan === 'active' || plan === 'finished' ? Math.max(0, endsAt - seenAt) / DAY_MS : null;
