import type { OutboxMessage } from '../kit/outbox.ts';
import type { Entry } from './catalogue.ts';

/* What the ledger keeps. */

/** One package of an order, with the facts that its profiles repeat. */
export type Item = Pick<
  Entry,
  | 'packageCode'
  | 'slug'
  | 'name'
  | 'price'
  | 'volume'
  | 'duration'
  | 'dataType'
  | 'location'
  | 'activeType'
  | 'apn'
  | 'unusedValidTime'
  | 'supportTopUpType'
> & { count: number; periodNum?: number };

/** An order in the ledger. `amount` is in 10,000ths of a dollar. */
export type StoredOrder = {
  id: string;
  transactionId: string;
  createdAt: number;
  amount: number;
  items: Item[];
  /** Null until its profiles are allocated. */
  allocatedAt: number | null;
  /** Set by the control plane: no profiles, or those of the order before. */
  profiles?: 'none' | 'duplicate';
};

/** An order without its profiles. `at`: when it gets them; null while allocation is held. */
export type Waiting = { id: string; at: number | null };

export type SmdpStatus = 'RELEASED' | 'DOWNLOAD' | 'INSTALLATION' | 'ENABLED' | 'DISABLED' | 'DELETED';

export type EsimStatus =
  | 'GOT_RESOURCE'
  | 'IN_USE'
  | 'USED_UP'
  | 'UNUSED_EXPIRED'
  | 'USED_EXPIRED'
  | 'CANCEL'
  | 'SUSPENDED'
  | 'REVOKE';

export type ProfilePackage = {
  packageName: string;
  packageCode: string;
  slug: string;
  duration: number;
  volume: number;
  locationCode: string;
  createTime: string;
  /** Of the order that brought it, and its number: the profile's, or that of a top-up. */
  esimTranNo: string;
  transactionId: string;
};

/** A profile in the ledger; `id` is its `esimTranNo`. */
export type StoredProfile = {
  id: string;
  orderNo: string;
  transactionId: string;
  /** When its order was made. */
  orderedAt: number;
  imsi: string;
  iccid: string;
  msisdn: string;
  ac: string;
  image: string;
  smdpStatus: SmdpStatus;
  esimStatus: EsimStatus;
  eid: string;
  activeType: number;
  dataType: number;
  activateTime: string | null;
  expiredTime: string;
  totalVolume: number;
  totalDuration: number;
  orderUsage: number;
  lastUpdateTime: string;
  apn: string;
  packageList: ProfilePackage[];
  /** What it cost, in 10,000ths of a dollar. */
  price: number;
  location: readonly string[];
  supportTopUpType: number;
  /** Once it lives (`lives.ts`): where it is, and when it was last looked at. */
  living?: { phone: string | null; country: string | null; seenAt: number };
  /** What it was before it was suspended. */
  suspended?: EsimStatus;
};

/** A top-up in the ledger; `id` is its `topUpEsimTranNo`, `esimTranNo` the profile's. `amount` is in 10,000ths. */
export type StoredTopUp = {
  id: string;
  transactionId: string;
  esimTranNo: string;
  iccid: string;
  packageCode: string;
  amount: number;
  createTime: string;
};

export type Content = Record<string, unknown>;

export type Envelope = { notifyType: string; notifyId: string; eventGenerateTime: string; content: Content };

/** A notification in the ledger, and how its delivery went. */
export type StoredNotification = OutboxMessage<Envelope>;
