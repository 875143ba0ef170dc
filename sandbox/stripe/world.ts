import type { Control } from '../kit/control.ts';
import type { Emit } from './events.ts';
import type { Store } from './store.ts';

/** The shared state of the sandbox. */
export interface World {
  store: Store;
  control: Control;
  emit: Emit;
  secretKey: string;
  /** The seller on the payment page when the session names none. */
  merchant: string;
  /** The sandbox's own URL, known once it listens. */
  url(): string;
}
