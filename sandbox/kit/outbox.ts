import type { Fault, When } from './control.ts';
import type { Collection, Ledger } from './ledger.ts';

/** A message of a vendor in its ledger, and how its delivery went. */
export type OutboxMessage<E> = {
  id: string;
  envelope: E;
  status: 'pending' | 'delivered' | 'failed';
  attempts: number;
  last_status: number | null;
  last_error: string | null;
  nextAt: number | null;
};

const FIRST_PAUSE_MS = 500;
const MAX_ATTEMPTS = 6;
/** The time limit for the endpoint's response. */
const ANSWER_WITHIN_MS = 10_000;
const AT_ONCE = 20;

/** Stores a message. It is sent after the current transaction (`Outbox.schedule`), unless `nextAt` is null. */
export function putMessage<E>(
  { ledger, messages }: { ledger: Ledger; messages: Collection<OutboxMessage<E>> },
  envelope: E,
  nextAt: number | null,
): OutboxMessage<E> {
  const id = String(ledger.nextNumber('notifications'));
  return messages.put({
    id,
    envelope,
    status: 'pending',
    attempts: 0,
    last_status: null,
    last_error: null,
    nextAt,
  });
}

type Attempt = { status: number | null; error: string | null };

type Options<E> = {
  ledger: Ledger;
  messages: Collection<OutboxMessage<E>>;
  /** Where messages go now; null: nowhere. */
  url(): string | null;
  /** A message as it is sent. */
  written(envelope: E): { body: string; headers?: Record<string, string> };
  /** The control plane of the call `webhooks.deliver`. */
  pass(when: When): Promise<Fault | undefined>;
};
type Ports<E> = Options<E> & { inFlight: Set<string>; closing: AbortController; timer?: NodeJS.Timeout };

/** Sends due messages until the endpoint answers 2xx, a few times, also after a restart. */
export function createOutbox<E>(options: Options<E>) {
  const ports: Ports<E> = { ...options, inFlight: new Set(), closing: new AbortController() };
  return {
    /** Sends what is due after the current transaction has ended. */
    schedule: () => void setImmediate(() => wake(ports)),
    /** One attempt at an address, without the control plane. */
    post: (url: string, envelope: E): Promise<Attempt> => post(ports, url, envelope),
    /** Sends a message at once: without faults, holds and retries. */
    async sendNow(envelope: E): Promise<OutboxMessage<E> | undefined> {
      const { id } = putMessage(ports, envelope, null);
      const url = ports.url();
      return record(ports, id, url ? await post(ports, url, envelope) : { status: null, error: 'no address' }, false);
    },
    close(): void {
      ports.closing.abort();
      clearTimeout(ports.timer);
    },
  };
}

function wake<E>(ports: Ports<E>): void {
  const { messages, inFlight, closing } = ports;
  if (closing.signal.aborted) return;
  clearTimeout(ports.timer);
  let next = Infinity;
  for (const { id, nextAt } of messages.list({ status: 'pending' })) {
    if (nextAt === null || inFlight.has(id)) continue;
    if (nextAt > Date.now()) next = Math.min(next, nextAt);
    else if (inFlight.size < AT_ONCE) void deliver(ports, id);
  }
  if (next < Infinity) ports.timer = setTimeout(() => wake(ports), next - Date.now());
}

async function deliver<E>(ports: Ports<E>, id: string): Promise<void> {
  const { messages, inFlight } = ports;
  inFlight.add(id);
  try {
    const found = messages.get(id);
    const url = ports.url();
    if (found)
      record(ports, id, url ? await attempt(ports, url, found.envelope) : { status: null, error: 'no address' });
  } finally {
    inFlight.delete(id);
  }
  wake(ports);
}

/** An attempt with the control plane: a failure "before" sends nothing, one "after" loses the endpoint's response. */
async function attempt<E>(ports: Ports<E>, url: string, envelope: E): Promise<Attempt> {
  const lost = (fault: { hangup: boolean; status: number }): Attempt =>
    fault.hangup
      ? { status: null, error: 'connection closed' }
      : { status: fault.status, error: 'the control plane made it fail' };
  const before = await ports.pass('before');
  if (before) return lost(before);
  const outcome = await post(ports, url, envelope);
  const after = await ports.pass('after');
  return after ? lost(after) : outcome;
}

async function post<E>({ closing, written }: Ports<E>, url: string, envelope: E): Promise<Attempt> {
  try {
    const { body, headers } = written(envelope);
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body,
      redirect: 'manual',
      signal: AbortSignal.any([closing.signal, AbortSignal.timeout(ANSWER_WITHIN_MS)]),
    });
    await answer.body?.cancel();
    return { status: answer.status, error: null };
  } catch (error) {
    return { status: null, error: error instanceof Error ? error.message : String(error) };
  }
}

function record<E>(
  { messages, closing }: Ports<E>,
  id: string,
  { status, error }: Attempt,
  retry = true,
): OutboxMessage<E> | undefined {
  const found = closing.signal.aborted ? undefined : messages.get(id);
  if (!found) return undefined;
  const isDelivered = status !== null && status >= 200 && status < 300;
  const attempts = found.attempts + 1;
  const isRetried = !isDelivered && retry && attempts < MAX_ATTEMPTS;
  return messages.put({
    ...found,
    attempts,
    last_status: status,
    last_error: error,
    status: isDelivered ? 'delivered' : isRetried ? 'pending' : 'failed',
    nextAt: isRetried ? Date.now() + FIRST_PAUSE_MS * 2 ** (attempts - 1) : null,
  });
}

/** A message in the ledger's view, without its envelope. */
export const deliveryOf = <E>({ id, status, attempts, last_status, last_error }: OutboxMessage<E>) => ({
  id,
  status,
  attempts,
  last_status,
  last_error,
});
