import type { Control } from '../kit/control.ts';
import type { Emit } from './events.ts';
import type { Store } from './store.ts';

/** What every part of the sandbox works on. */
export interface World {
  store: Store;
  control: Control;
  emit: Emit;
  secretKey: string;
  /** Whom the payment page names as the seller when the session brands itself with nobody. */
  merchant: string;
  /** The sandbox's own address, known once it listens. */
  url(): string;
}
