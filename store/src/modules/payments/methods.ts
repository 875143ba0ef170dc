import type { PaymentGateway } from './provider.ts';
import type { PaymentMethods } from './types.ts';

/** A merchant changes them a few times a year. */
const READ_AGAIN_MS = 10 * 60_000;
const RETRY_MS = 60_000;

/**
 * How buyers can pay, as this process has last read it from the vendor. No page waits for it: a value that is due is
 * read in the background.
 */
export function createKnownMethods(gateway: Pick<PaymentGateway, 'methods'>, now = () => performance.now()) {
  let known: PaymentMethods | null = null;
  let dueAt = Number.NEGATIVE_INFINITY;
  const listeners: (() => void)[] = [];

  async function read(): Promise<void> {
    // Until the answer, or its time-out: concurrent callers do not ask again.
    dueAt = Number.POSITIVE_INFINITY;
    try {
      const methods = await gateway.methods();
      const isNews = JSON.stringify(methods) !== JSON.stringify(known);
      known = methods;
      dueAt = now() + READ_AGAIN_MS;
      if (isNews) for (const listener of listeners) listener();
    } catch {
      // The last answer stays. The vendor's errors are in its metrics, and doctor names a missing permission.
      dueAt = now() + RETRY_MS;
    }
  }

  return {
    /** Null: the vendor has not answered yet. */
    known(): PaymentMethods | null {
      if (now() >= dueAt) void read();
      return known;
    },
    /** Calls the listener after each change. */
    onChange(listener: () => void): void {
      listeners.push(listener);
    },
  };
}
