import { answeredUsage } from './figures.ts';
import { notifyChange } from './notifications.ts';
import { listLocations, listPackages } from './packages.ts';
import { placeOrder } from './orders.ts';
import { profileBy, profileIn } from './profiles.ts';
import { queryProfiles } from './query.ts';
import { topUp } from './topups.ts';
import { Refusal, requiredText, success, type Fields, type refused } from './wire.ts';
import { balanceOf, setWebhookUrl, webhookUrlOf, type World } from './world.ts';
import type { Sender } from './notifications.ts';
import type { EsimStatus, StoredProfile } from './stored.ts';

type Answer = ReturnType<typeof success> | ReturnType<typeof refused>;
/** A call of the vendor: the fields of its body to the envelope, or a thrown refusal. */
export type Call = (world: World, fields: Fields, sender: Sender) => Answer | Promise<Answer>;

const MAX_USAGES = 10;

const packages: Call = (world, fields) => {
  const change = (code: string) => world.changes.get(code);
  return success({ packageList: listPackages(fields, change, (iccid) => profileBy(world, { iccid })) }, null);
};

const locations: Call = () => success({ locationList: listLocations() });

const order: Call = (world, fields) => {
  const { id, transactionId } = placeOrder(world, fields);
  return success({ orderNo: id, transactionId }, null);
};

const query: Call = (world, fields) => success(queryProfiles(world, fields));

/** A call that changes the status of a profile, when its present one allows that. */
const changing =
  (change: (profile: StoredProfile) => StoredProfile | undefined): Call =>
  (world, fields) => {
    const profile = profileIn(world, fields);
    const changed = change(profile);
    if (!changed) throw new Refusal('200002');
    world.ledger.transaction(() => {
      world.profiles.put(changed);
      notifyChange(world, profile, changed);
    });
    return success({});
  };

const cancel = changing((profile) =>
  profile.esimStatus === 'GOT_RESOURCE' && profile.smdpStatus === 'RELEASED'
    ? { ...profile, esimStatus: 'CANCEL' }
    : undefined,
);
const suspend = changing((profile) =>
  isLive(profile.esimStatus) ? { ...profile, esimStatus: 'SUSPENDED', suspended: profile.esimStatus } : undefined,
);
const unsuspend = changing(({ suspended, ...profile }) =>
  profile.esimStatus === 'SUSPENDED' && suspended ? { ...profile, esimStatus: suspended } : undefined,
);
const revoke = changing((profile) =>
  isLive(profile.esimStatus) || profile.esimStatus === 'SUSPENDED' ? { ...profile, esimStatus: 'REVOKE' } : undefined,
);
const isLive = (status: EsimStatus) => ['GOT_RESOURCE', 'IN_USE', 'USED_UP'].includes(status);

const addTopUp: Call = (world, fields) => {
  const { topUp: made, profile } = topUp(world, fields);
  const { iccid, expiredTime, totalVolume, totalDuration, orderUsage } = profile;
  const { transactionId, id: topUpEsimTranNo } = made;
  return success({ transactionId, iccid, expiredTime, totalVolume, totalDuration, orderUsage, topUpEsimTranNo }, null);
};

const usage: Call = (world, fields) => {
  const list = fields['esimTranNoList'];
  if (list === undefined) throw new Refusal('000105');
  if (!Array.isArray(list) || list.length === 0) throw new Refusal('000106');
  if (list.length > MAX_USAGES) throw new Refusal('000107');
  const found = list.flatMap((id: unknown) => (typeof id === 'string' ? (world.profiles.get(id) ?? []) : []));
  return success({
    esimUsageList: found.map((profile) => answeredUsage(world, profile)),
  });
};

const balance: Call = (world) => success({ balance: balanceOf(world) });

/** Keeps an address that answers the vendor's test; another one is refused, and the one before stays. */
const saveWebhook: Call = async (world, fields, sender) => {
  const url = requiredText(fields, 'webhook', 2000);
  if (!URL.canParse(url)) throw new Refusal('000107');
  if (!(await sender.isHealthy(url))) throw new Refusal('000001', 'The webhook did not answer the test with 200.');
  setWebhookUrl(world, url);
  return success({});
};

const queryWebhook: Call = (world) => success({ webhook: webhookUrlOf(world) });

/** The vendor's calls by their name in the control plane, with their path below /api/v1/open. */
export const CALLS: Record<string, { path: string; run: Call }> = {
  'packages.list': { path: 'package/list', run: packages },
  'orders.create': { path: 'esim/order', run: order },
  'profiles.query': { path: 'esim/query', run: query },
  'profiles.cancel': { path: 'esim/cancel', run: cancel },
  'profiles.suspend': { path: 'esim/suspend', run: suspend },
  'profiles.unsuspend': { path: 'esim/unsuspend', run: unsuspend },
  'profiles.revoke': { path: 'esim/revoke', run: revoke },
  'profiles.topup': { path: 'esim/topup', run: addTopUp },
  'usage.query': { path: 'esim/usage/query', run: usage },
  balance: { path: 'balance/query', run: balance },
  'locations.list': { path: 'location/list', run: locations },
  'webhooks.save': { path: 'webhook/save', run: saveWebhook },
  'webhooks.query': { path: 'webhook/query', run: queryWebhook },
};
