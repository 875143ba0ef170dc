import {
  act,
  daysLeft,
  leftMb,
  newLife,
  reached,
  settled,
  timeOf,
  type Act,
  type Life,
  type LifePlan,
} from '../kit/life.ts';
import type { Esim, Lives } from '../kit/lives.ts';
import { destinationOf } from './destinations.ts';
import { noticeOf, notify, type Level } from './notifications.ts';
import type { StoredOrder, StoredUsage } from './orders.ts';
import { timeIn, vendorTime } from './wire.ts';
import type { World } from './world.ts';

const DAY_MS = 86_400_000;
/** Where the vendor does not state how long an eSIM may be installed. */
const INSTALL_DAYS = 365;

/** The vendor's words for a plan. */
export type Status = 'NOT_ACTIVE' | 'ACTIVE' | 'FINISHED' | 'UNKNOWN' | 'EXPIRED' | 'RECYCLED';
const STATUS: Record<Life['plan'], Status> = {
  new: 'NOT_ACTIVE',
  active: 'ACTIVE',
  finished: 'FINISHED',
  expired: 'EXPIRED',
  recycled: 'RECYCLED',
};
const PLANS = Object.fromEntries(Object.entries(STATUS).map(([plan, status]) => [status, plan])) as Partial<
  Record<string, Life['plan']>
>;

/** The usage as the vendor reports it. */
export type VendorUsage = {
  remaining: number;
  total: number;
  expired_at: string | null;
  is_unlimited: boolean;
  status: string;
};

type Bought = { world: World; iccid: string; order: StoredOrder };

const topUpsOf = ({ world, iccid }: Bought) => world.orders.topUpsOf(iccid);

function planOf(bought: Bought): LifePlan {
  const { order } = bought;
  const all = [order, ...topUpsOf(bought)];
  const destination = destinationOf(order.order.package_id);
  const isUnlimited = order.order.data === 'Unlimited';
  return {
    dataMb: isUnlimited ? null : all.reduce((sum, { amount }) => sum + amount, 0),
    days: all.reduce((sum, each) => sum + each.order.validity, 0),
    starts: destination?.activation_policy === 'installation' ? 'installation' : 'connection',
    countries: destination?.coverages.map(({ code }) => code) ?? [],
  };
}

function newLifeOf({ order }: Bought): Life {
  const destination = destinationOf(order.order.package_id);
  const made = timeIn(order.order.created_at);
  return newLife(made, made + (destination?.install_window_days ?? INSTALL_DAYS) * DAY_MS);
}

/** The life with what the control verb `usage` has set since. */
function lifeOf(
  bought: Bought,
  { life = newLifeOf(bought), status, remaining, expired_at }: Partial<StoredUsage> = {},
): Life {
  const { dataMb, days } = planOf(bought);
  const endsAt = expired_at ? timeIn(expired_at) : undefined;
  return {
    ...life,
    ...(status !== undefined && { plan: PLANS[status] ?? life.plan }),
    ...(remaining !== undefined && dataMb !== null && { usedMb: Math.max(0, dataMb - remaining) }),
    ...(endsAt !== undefined && { endsAt, startedAt: life.startedAt ?? endsAt - days * DAY_MS }),
  };
}

/** What the vendor reports: what the control plane has set, else the life, else a plan that was not started. */
export function usageOf(world: World, iccid: string, order: StoredOrder): VendorUsage {
  const bought = { world, iccid, order };
  const plan = planOf(bought);
  const { id: _, life, ...set } = world.orders.usage.get(iccid) ?? { id: iccid };
  const total = [order, ...topUpsOf(bought)].reduce((sum, { amount }) => sum + amount, 0);
  const seen = settled(life ?? newLifeOf(bought), plan, Date.now());
  return {
    remaining: plan.dataMb === null ? total : Math.floor(leftMb(seen, plan) ?? 0),
    total,
    expired_at: life === undefined || seen.startedAt === null ? null : vendorTime(new Date(seen.endsAt)),
    is_unlimited: plan.dataMb === null,
    status: life === undefined ? 'NOT_ACTIVE' : STATUS[seen.plan],
    ...set,
  };
}

function esimOf(bought: Bought): Esim {
  const { world, iccid, order } = bought;
  const life = lifeOf(bought, world.orders.usage.get(iccid));
  const { status, remaining } = usageOf(world, iccid, order);
  return {
    key: iccid,
    iccid,
    title: order.order.package,
    reference: order.order.description ?? '',
    life,
    plan: planOf(bought),
    isOver: life.plan === 'recycled',
    reported: `${status} · ${remaining} MB`,
  };
}

export function livesOf(world: World, schedule: () => void): Lives {
  const { orders, ledger } = world;
  const find = (iccid: string): Bought | undefined => {
    const order = orders.bySim(iccid);
    return order && { world, iccid, order };
  };
  const esimBy = (iccid: string) => {
    const found = find(iccid);
    return found && esimOf(found);
  };
  return {
    // The control plane may have given the profile of one order to another one as well.
    list: () =>
      orders.orders
        .list()
        .flatMap((order) =>
          order.sims.flatMap(({ iccid }) =>
            orders.bySim(iccid)?.id === order.id ? esimOf({ world, iccid, order }) : [],
          ),
        ),
    find: esimBy,
    byIccid: esimBy,
    act(iccid, acts) {
      const bought = find(iccid);
      if (!bought) throw new Error('there is no such profile');
      ledger.transaction(() => {
        for (const event of acts) happen(bought, event);
      });
      world.replies.aged(iccid, timeOf(acts));
      schedule();
      return esimOf(bought);
    },
    together: (work) => ledger.transaction(work),
  };
}

/** One event: stores the life, and the notice that follows. */
function happen(bought: Bought, event: Act): void {
  const { world, iccid, order } = bought;
  const plan = planOf(bought);
  const before = lifeOf(bought, world.orders.usage.get(iccid));
  const life = act(before, plan, event, Date.now());
  world.orders.usage.put({ id: iccid, life });
  const level = levelOf(before, life, plan);
  if (level !== undefined)
    notify(world, noticeOf({ iccid, level, packageName: order.order.package, leftShare: shareOf(life, plan) }));
}

/** The vendor's notices: 75 and 90 % of the data used, 3 days and 1 day left. One event has at most one. */
function levelOf(before: Life, after: Life, plan: LifePlan): Level | undefined {
  const share = reached([0.1, 0.25], shareOf(before, plan), shareOf(after, plan));
  if (share !== undefined) return share === 0.1 ? '90%' : '75%';
  const days = after.plan === 'active' ? reached([1, 3], daysLeft(before), daysLeft(after)) : undefined;
  return days === undefined ? undefined : days === 1 ? '1days' : '3days';
}

function shareOf(life: Life, plan: LifePlan): number | null {
  const left = leftMb(life, plan);
  return left === null || plan.dataMb === null || plan.dataMb === 0 ? null : left / plan.dataMb;
}

/**
 * A top-up was added. Its days follow those of a plan in use; after the end of one they begin now, and what was left of it
 * is lost. What the control plane has set of the usage grows with it.
 */
export function extend(world: World, iccid: string, { amount, days }: { amount: number; days: number }): void {
  const found = world.orders.usage.get(iccid);
  const order = world.orders.bySim(iccid);
  if (!found || !order) return;
  const plan = planOf({ world, iccid, order });
  const added = days * DAY_MS;
  const { life, status, remaining, expired_at } = found;
  const isOver = status === 'FINISHED' || status === 'EXPIRED';
  const left = status === 'EXPIRED' ? 0 : remaining;
  const end = expired_at ? Math.max(timeIn(expired_at), Date.now()) + added : null;
  world.orders.usage.put({
    ...found,
    ...(life && { life: extended(life, plan, { amount, added }) }),
    ...(isOver && { status: 'ACTIVE' }),
    ...(left !== undefined && { remaining: left + amount }),
    ...(end !== null && { expired_at: vendorTime(new Date(end)) }),
  });
}

function extended(life: Life, plan: LifePlan, { amount, added }: { amount: number; added: number }): Life {
  if (life.startedAt === null) return life;
  const now = Date.now();
  if (life.endsAt > now) return { ...life, endsAt: life.endsAt + added };
  const usedMb = plan.dataMb === null ? life.usedMb : plan.dataMb - amount;
  return { ...life, plan: 'active', usedMb, endsAt: now + added };
}
