import * as z from 'zod';
import { defineVerb, type Verb } from '../kit/control.ts';
import { limitsVerb, type createLimits } from './limits.ts';
import { fullOrder, profilesVerb } from './orders.ts';
import { packageVerb, soldPackage, type PackageChange } from './packages.ts';
import { balanceOf, setBalance, type World } from './world.ts';

const usageVerb = z.strictObject({
  iccid: z.string(),
  set: z.strictObject({
    status: z.enum(['NOT_ACTIVE', 'ACTIVE', 'FINISHED', 'UNKNOWN', 'EXPIRED', 'RECYCLED']).optional(),
    remaining: z.int().min(0).optional(),
    expired_at: z.string().nullable().optional(),
  }),
});

/** What the control plane can do at the wholesaler. */
export function verbsOf(world: World, limits: ReturnType<typeof createLimits>): Record<string, Verb> {
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
    tokens: defineVerb(z.literal('revoke'), () => tokens.revokeAll()),
  };
}
