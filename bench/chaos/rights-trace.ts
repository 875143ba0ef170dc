/* What the harness knows of what buyers asked back: times are milliseconds since 1970, of this process. */

/** Data that was used on purpose: its wholesaler has acknowledged it. */
export type UsedEsim = { orderId: string; line: number; usedMb: number; dataMb: number; at: number };

/** Something that was asked back for a line. */
export type AskedBack = {
  orderId: string;
  line: number;
  what: 'unused' | 'fault';
  /** Before the first request was sent. */
  firstAt: number;
  /** When it was first accepted; null: refused. */
  acceptedAt: number | null;
};

/** A declaration whose page confirmed it. */
export type Declared = {
  /** The reference on the page. */
  reference: string;
  /** The address that was typed. */
  email: string;
  /** `mail`: the mailbox of the order proves it. */
  by: 'owner' | 'mail' | 'stranger';
  /** The order of the one who declares, or whose number was typed. */
  orderId: string;
  at: number;
};

/** A receipt or credit note that a buyer was shown. */
export type ShownDocument = { number: string; orderId: string; kind: string; at: number };

export type RightsTrace = {
  used: UsedEsim[];
  asked: AskedBack[];
  declared: Declared[];
  shown: ShownDocument[];
  /** Addresses of strangers. */
  strangers: string[];
};

export const newTrace = (): RightsTrace => ({ used: [], asked: [], declared: [], shown: [], strangers: [] });

/** Strangers sign with this word, so that their declarations are known in our books. */
export const STRANGER = 'Somebody Else';

/** A profile that can be used: a fault gave it to no second order. */
export type OwnProfile = { wholesaler: 'airalo' | 'esim-access'; iccid: string };
