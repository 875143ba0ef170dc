import { answeredProfile } from './figures.ts';
import { isStranger, settle } from './lives.ts';
import { vendorProfile } from './profiles.ts';
import { optionalText, Refusal, timeIn, type Fields } from './wire.ts';
import type { World } from './world.ts';
import type { StoredProfile } from './stored.ts';

const PAGE_SIZE = { least: 5, most: 500 };
const MAX_PAGE = 10_000;

/**
 * `esim/query`: allocated profiles by order, ICCID, transaction number or the time of their order, newest order first. An
 * order whose profiles are being allocated is refused by its number, and absent from a range of time.
 */
export function queryProfiles(world: World, fields: Fields) {
  const [orderNo, iccid, esimTranNo] = ['orderNo', 'iccid', 'esimTranNo'].map((name) => optionalText(fields, name));
  const [start, end] = ['startTime', 'endTime'].map((name) => optionalText(fields, name));
  if ([orderNo, iccid, esimTranNo, start, end].every((each) => each === undefined)) throw new Refusal('000105');
  const { pageSize, pageNum } = pagerIn(fields);
  if (orderNo !== undefined) checkOrder(world, orderNo);
  if (iccid !== undefined && world.profiles.list({ iccid }).length === 0) throw new Refusal('310403');
  const [from, to] = [start && timeIn(start).getTime(), end && timeIn(end).getTime()];
  const where = {
    ...(orderNo !== undefined && { orderNo }),
    ...(iccid !== undefined && { iccid }),
    ...(esimTranNo !== undefined && { id: esimTranNo }),
  };
  const isInRange = ({ orderedAt }: StoredProfile) => {
    const at = Math.floor(orderedAt / 1000) * 1000;
    return !(from && at < from) && !(to && at > to);
  };
  const newestFirst = world.profiles
    .list(where)
    .filter((profile) => isInRange(profile) && (iccid !== undefined || !isStranger(profile)))
    .reverse()
    .sort((left, right) => right.orderedAt - left.orderedAt);
  // An ICCID names one profile, the last that has it.
  const found = iccid === undefined ? newestFirst : newestFirst.slice(0, 1);
  const isOfOne = iccid !== undefined || esimTranNo !== undefined;
  const shown = (profile: StoredProfile) =>
    isOfOne ? answeredProfile(world, profile) : vendorProfile(settle(world, profile));
  const first = (pageNum - 1) * pageSize;
  return {
    esimList: found.slice(first, first + pageSize).map(shown),
    pager: { pageSize, pageNum, total: found.length },
  };
}

function checkOrder({ orders }: World, orderNo: string): void {
  const order = orders.get(orderNo);
  if (!order) throw new Refusal('310272');
  if (order.allocatedAt === null) throw new Refusal('200010');
}

function pagerIn(fields: Fields): { pageSize: number; pageNum: number } {
  const pager = fields['pager'];
  if (typeof pager !== 'object' || pager === null) throw new Refusal('000105');
  const { pageSize, pageNum } = pager as Fields;
  if (!isWithin(pageSize, PAGE_SIZE.least, PAGE_SIZE.most) || !isWithin(pageNum, 1, MAX_PAGE))
    throw new Refusal('000107');
  return { pageSize, pageNum };
}

const isWithin = (value: unknown, least: number, most: number): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most;
