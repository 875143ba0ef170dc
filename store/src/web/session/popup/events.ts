/** The SDK's internal event of a popup (`AuthEvent`). */
export type PopupEvent = {
  type: string;
  eventId: string;
  /** The handler's URL, with the one-time code. */
  urlResponse: string;
  sessionId: string;
  postBody: null;
  tenantId: null;
};

/** The SDK's internal listener (`AuthEventConsumer`): one per pending popup call. */
export type Consumer = {
  filter: readonly string[];
  readonly eventId: string | null;
  onAuthEvent(event: PopupEvent): unknown;
  onError(error: Error): unknown;
};

/** The SDK's constant: how long a handled event is recognised as a duplicate. */
export const EVENT_CACHE_MS = 10 * 60_000;

/**
 * The SDK's internal `EventManager` with its semantics: the consumer with the event's id receives it, and each event is
 * handled once.
 */
export class PopupEvents {
  readonly #consumers = new Set<Consumer>();
  readonly #handled = new Set<string>();
  #lastHandled = 0;

  registerConsumer(consumer: Consumer): void {
    this.#consumers.add(consumer);
  }

  unregisterConsumer(consumer: Consumer): void {
    this.#consumers.delete(consumer);
  }

  /** True when a consumer received it. */
  deliver(event: PopupEvent): boolean {
    return this.#once(event.type, event.eventId, (consumer) => consumer.onAuthEvent(event));
  }

  /** Ends a popup with an error; true when a consumer received it. */
  fail(type: string, eventId: string, error: Error): boolean {
    return this.#once(type, eventId, (consumer) => consumer.onError(error));
  }

  #once(type: string, eventId: string, act: (consumer: Consumer) => unknown): boolean {
    const now = Date.now();
    if (now - this.#lastHandled >= EVENT_CACHE_MS) this.#handled.clear();
    if (this.#handled.has(eventId)) return false;
    const waiting = [...this.#consumers].filter(
      (consumer) => consumer.filter.includes(type) && consumer.eventId === eventId,
    );
    if (waiting.length === 0) return false;
    this.#handled.add(eventId);
    this.#lastHandled = now;
    for (const consumer of waiting) act(consumer);
    return true;
  }
}
