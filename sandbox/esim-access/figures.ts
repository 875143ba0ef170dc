import type { Way } from '../kit/replies.ts';
import { settle } from './lives.ts';
import { vendorProfile } from './profiles.ts';
import type { StoredProfile } from './stored.ts';
import type { World } from './world.ts';

type Row = Record<string, unknown>;
type Figures = { orderUsage: number; totalVolume: number; lastUpdateTime: string };

const GIGABYTE = 1024 ** 3;

/** A profile in an answer to a question about it: its usage may be old, and wrong when the control plane wants it. */
export function answeredProfile(world: World, stored: StoredProfile): Row {
  const { lastUpdateTime: _, ...row } = figuresOf(world, stored);
  return row;
}

/** The answer to a question about usage alone. */
export function answeredUsage(world: World, stored: StoredProfile): Row {
  const { esimTranNo, orderUsage: dataUsage, totalVolume: totalData, lastUpdateTime } = figuresOf(world, stored);
  return { esimTranNo, dataUsage, totalData, lastUpdateTime };
}

function figuresOf(world: World, stored: StoredProfile): Row {
  const profile = settle(world, stored);
  const { id, iccid, orderUsage, totalVolume, lastUpdateTime } = profile;
  const fresh: Figures = { orderUsage, totalVolume, lastUpdateTime };
  const { figures, wrong, how } = world.replies.next(id, iccid, fresh);
  return wrong({ ...vendorProfile(profile), ...figures, ...(how && brokenAs(how, profile, figures)) });
}

/** The fields that are wrong. */
function brokenAs(how: Way, { id }: StoredProfile, { orderUsage, totalVolume }: Figures): Row {
  switch (how) {
    case 'backwards':
      return { orderUsage: Math.floor(orderUsage / 2) };
    case 'larger':
      return { orderUsage: totalVolume * 2 };
    case 'negative':
      return { orderUsage: -1 };
    case 'unlimited':
      return { dataType: 4, totalVolume: 0, orderUsage: 0 };
    case 'another':
      return {
        esimTranNo: `9${id}`,
        orderNo: 'B90000000000000',
        transactionId: 'another',
        totalVolume: 10 * GIGABYTE,
        orderUsage: GIGABYTE,
        esimStatus: 'IN_USE',
        smdpStatus: 'ENABLED',
      };
    case 'stale':
    case 'missing':
      return {};
  }
}
