import * as z from 'zod';
import { defineVerb, type Verb } from '../kit/control.ts';
import { lifeVerb, liveVerb, obeyLife, type Lives, type Living } from '../kit/lives.ts';
import { lagVerb, repliesVerb } from '../kit/replies.ts';
import { limitsVerb, type Limits } from './limits.ts';
import { deliver, deliverVerb, type Notifier } from './notifications.ts';
import { fullOrder, profilesVerb } from './orders.ts';
import { packageVerb, soldPackage, type PackageChange } from './packages.ts';
import { balanceOf, setBalance, setWebhookUrl, type World } from './world.ts';

const usageVerb = z.strictObject({
  iccid: z.string(),
  set: z.strictObject({
    status: z.enum(['NOT_ACTIVE', 'ACTIVE', 'FINISHED', 'UNKNOWN', 'EXPIRED', 'RECYCLED']).optional(),
    remaining: z.int().min(0).optional(),
    expired_at: z.string().nullable().optional(),
  }),
});

type Parts = { world: World; limits: Limits; notifier: Notifier; lives: Lives; living: Living };

/** What the control plane can do at the wholesaler. */
export function verbsOf(parts: Parts): Record<string, Verb> {
  const { world, limits, notifier, lives, living } = parts;
  const { ledger, orders, tokens } = world;
  return {
    package: defineVerb(packageVerb, ({ id, set }) => {
      const changes = ledger.collection<PackageChange>('package_changes');
      if (set === null) changes.delete(id);
      else changes.put({ ...changes.get(id), ...set, id });
      return soldPackage(id, changes.get(id));
    }),
    usage: defineVerb(usageVerb, ({ iccid, set }) => {
      if (!orders.bySim(iccid)) throw new Error('no profile has this ICCID');
      return orders.usage.put({ ...orders.usage.get(iccid), ...set, id: iccid });
    }),
    late: defineVerb(z.strictObject({ description: z.string(), package_id: z.string() }), (late) => {
      const made = orders.place({ packageId: late.package_id, quantity: 1, description: late.description });
      if (!made) throw new Error('this package is not on sale');
      return fullOrder(made);
    }),
    profiles: defineVerb(profilesVerb, (verb) => orders.profiles(verb)),
    balance: defineVerb(z.strictObject({ set: z.number() }), ({ set }) => {
      setBalance(world, set);
      return { balance: balanceOf(world) };
    }),
    limits: defineVerb(limitsVerb, (value) => limits.set(value)),
    life: defineVerb(lifeVerb, (verb) => obeyLife(lives, verb)),
    live: defineVerb(liveVerb, (verb) => living.obey(verb)),
    replies: defineVerb(repliesVerb, (verb) => world.replies.arm(verb)),
    lag: defineVerb(lagVerb, (verb) => world.replies.lag(verb)),
    webhook: defineVerb(z.strictObject({ url: z.url().nullable() }), ({ url }) => {
      setWebhookUrl(world, url);
      notifier.schedule();
    }),
    deliver: defineVerb(deliverVerb, (verb) => deliver(parts, verb)),
    tokens: defineVerb(z.literal('revoke'), () => tokens.revokeAll()),
  };
}
