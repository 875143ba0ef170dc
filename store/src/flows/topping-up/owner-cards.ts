/** A card that a payment provider keeps for an account. */
export type OwnerCard = {
  id: string;
  accountId: string;
  provider: string;
  customerRef: string;
  methodRef: string;
  brand: string;
  last4: string;
  expMonth: number;
  expYear: number;
  removedAt: Date | null;
};

/** The saved cards, as auto top-ups read them. */
export type OwnerCards = {
  /** Also one that was removed. */
  find(id: string): Promise<OwnerCard | null>;
  /** Those of an account that were not removed. */
  listOf(accountId: string): Promise<OwnerCard[]>;
};
