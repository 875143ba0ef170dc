import type { Way } from '../kit/replies.ts';
import { usageOf, type VendorUsage } from './lives.ts';
import { notFound, success, vendorTime, type Ctx } from './wire.ts';
import type { World } from './world.ts';

/** `GET /v2/sims/:iccid/usage`: cached, and wrong when the control plane wants it. */
export function getUsage(c: Ctx, world: World): Response {
  const iccid = c.req.param('iccid') ?? '';
  const found = world.orders.bySim(iccid);
  if (!found) return notFound(c);
  const { figures, wrong, how } = world.replies.next(iccid, iccid, usageOf(world, iccid, found));
  const whole = { remaining_voice: 0, remaining_text: 0, total_voice: 0, total_text: 0 };
  return success(c, wrong({ ...figures, ...whole, ...(how && brokenAs(how, figures)) }), 'api.succes');
}

const STRANGER = { mb: 10_240, leftMb: 9216, days: 20 };

/** The fields that are wrong. */
function brokenAs(how: Way, { remaining, total }: VendorUsage): Partial<VendorUsage> {
  switch (how) {
    case 'backwards':
      return { remaining: Math.ceil((remaining + total) / 2) };
    case 'larger':
      return { remaining: total * 3 };
    case 'negative':
      return { remaining: -1 };
    case 'unlimited':
      return { is_unlimited: true, remaining: 0, total: 0 };
    case 'another':
      return {
        status: 'ACTIVE',
        is_unlimited: false,
        remaining: STRANGER.leftMb,
        total: STRANGER.mb,
        expired_at: vendorTime(new Date(Date.now() + STRANGER.days * 86_400_000)),
      };
    case 'stale':
    case 'missing':
      return {};
  }
}
