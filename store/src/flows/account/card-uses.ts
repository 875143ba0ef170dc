import type { Tx } from '../../db/database.ts';
import type { SavedCardView } from '../../shared/views.ts';

export type CardUse = SavedCardView['autoTopUps'][number];

/** What pays with saved cards by itself. */
export type CardUses = {
  /** The auto top-ups that are on and pay with the card. */
  autoTopUpsOf(cardId: string): Promise<CardUse[]>;
  /** Switches them off: their card is removed, or gone. Returns the orders of their eSIMs. */
  switchOffFor(tx: Tx, cardId: string): Promise<string[]>;
  /** Lets them pay with another card of the account, on the terms that stand. Returns the orders of their eSIMs. */
  payWith(tx: Tx, cardId: string, otherId: string): Promise<string[]>;
};
