/** Reads when the order last changed; null when the reader has no access any more. */
export type Glance = () => Promise<Date | null>;

/**
 * `changed`: the order changed; `poll`: notices may have been lost; `access`: access to the
 * order may have ended.
 */
export type Reason = 'changed' | 'poll' | 'access';

/**
 * Decides what an event stream reads and sends. Each check reads, by index, whether the reader still has access and
 * when the order last changed. The whole order is read only after a change or a notice, because a sent mail or a retry
 * changes the view but not the row. Checks never overlap: one that is requested during another runs after it. It ends
 * once: `closed` without access, `final` after it sent a state that does not change by itself.
 */
export function createOrderFeed(ports: {
  glance: Glance;
  /** The view of the order as JSON text. */
  read: () => Promise<{ data: string; isFinal: boolean } | null>;
  send: (data: string) => void;
  end: (why: 'closed' | 'final') => void;
  onError: (error: unknown) => void;
}) {
  let lastChange = NaN;
  let lastSent: string | null = null;
  let looking = false;
  let ended = false;
  let waiting: Reason | undefined;

  async function once(reason: Reason): Promise<void> {
    const updatedAt = (await ports.glance())?.getTime();
    if (updatedAt === undefined) return end('closed');
    if (reason !== 'changed' && updatedAt === lastChange) return;
    const view = await ports.read();
    lastChange = updatedAt;
    if (view === null || view.data === lastSent) return;
    lastSent = view.data;
    ports.send(view.data);
    if (view.isFinal) end('final');
  }

  function end(why: 'closed' | 'final'): void {
    ended = true;
    ports.end(why);
  }

  return async function look(reason: Reason): Promise<void> {
    if (looking) {
      waiting = waiting === 'changed' ? waiting : reason;
      return;
    }
    looking = true;
    try {
      for (let next: Reason | undefined = reason; next !== undefined && !ended; next = waiting) {
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
