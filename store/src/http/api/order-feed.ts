/** What a stream asks for before anything else: when the order last changed; null once its reader may not see it any more. */
export type Glance = () => Promise<Date | null>;

/** `changed`: something about the order did; `poll`: it is time to look; `access`: somebody may see less than before. */
export type Reason = 'changed' | 'poll' | 'access';

/**
 * Decides what an event stream reads and sends. Each look asks whether the reader may still see the order and when it last
 * changed, in cheap indexed reads; the order as a whole is read when it changed, or when a notice says so, since a mail that
 * left or a retry changes what is shown and not the row. Looks never overlap: one that comes meanwhile is made afterwards.
 */
export function createOrderFeed(ports: {
  glance: Glance;
  /** The order as it is shown, as text. */
  read: () => Promise<string | null>;
  send: (data: string) => void;
  end: () => void;
  onError: (error: unknown) => void;
}) {
  let lastChange = NaN;
  let lastSent: string | null = null;
  let looking = false;
  let waiting: Reason | undefined;

  async function once(reason: Reason): Promise<void> {
    const updatedAt = (await ports.glance())?.getTime();
    if (updatedAt === undefined) return ports.end();
    if (reason !== 'changed' && updatedAt === lastChange) return;
    const data = await ports.read();
    lastChange = updatedAt;
    if (data === null || data === lastSent) return;
    lastSent = data;
    ports.send(data);
  }

  return async function look(reason: Reason): Promise<void> {
    if (looking) {
      waiting = waiting === 'changed' ? waiting : reason;
      return;
    }
    looking = true;
    try {
      for (let next: Reason | undefined = reason; next !== undefined; next = waiting) {
        waiting = undefined;
        await once(next);
      }
    } catch (error) {
      ports.onError(error);
    } finally {
      looking = false;
    }
  };
}
