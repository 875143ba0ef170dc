/** Reads when the order last changed; null when the reader has no access any more. */
export type Glance = () => Promise<Date | null>;

/**
 * `changed`: the order changed; `poll`: notices may have been lost; `access`: access to the order may have ended.
 */
export type Reason = 'changed' | 'poll' | 'access';

/** The view of the order as JSON text. `isFinal`: nothing changes it but its reader. */
export type View = { data: string; isFinal: boolean };

/**
 * Decides what an event stream reads and sends. Each look reads, by index, whether the reader still has access and
 * when the order last changed. The whole order is read only after a change or a notice, because a sent mail or a retry
 * changes the view but not the row. Looks never overlap: one that is requested during another runs after it.
 */
export function createOrderFeed(ports: {
  glance: Glance;
  read: () => Promise<View | null>;
  send: (data: string) => void;
  end: () => void;
  onError: (error: unknown) => void;
}) {
  let lastChange: Date | null = null;
  let lastSent: string | null = null;
  let looking = false;
  let waiting: Reason | undefined;

  async function once(reason: Reason): Promise<void> {
    const updatedAt = await ports.glance();
    if (updatedAt === null) return ports.end();
    if (reason !== 'changed' && updatedAt.getTime() === lastChange?.getTime()) return;
    const view = await ports.read();
    lastChange = updatedAt;
    if (view === null) return;
    if (view.data !== lastSent) ports.send(view.data);
    lastSent = view.data;
    if (view.isFinal) ports.end();
  }

  async function look(reason: Reason): Promise<void> {
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
  }

  return { look, seenAt: () => lastChange };
}
