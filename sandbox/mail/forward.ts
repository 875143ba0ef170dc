import { createHash, createHmac } from 'node:crypto';
import type { Control } from '../kit/control.ts';
import type { Collection, Ledger } from '../kit/ledger.ts';
import type { Messages, StoredMessage } from './messages.ts';

/** Mails to this domain are posted to this URL, signed with this secret. */
export type ForwardOptions = { domain: string; url: string; secret: string };

/** The call that the control plane can fail, hold and delay: one delivery attempt. */
export const FORWARD_CALL = 'mail.forward';

const FIRST_PAUSE_MS = 500;
const MAX_PAUSE_MS = 30_000;
const GIVES_UP_AFTER_MS = 86_400_000;
const ANSWER_WITHIN_MS = 60_000;

/** A mail to deliver. Its id is the message's. */
type Forward = { id: string; to: string[]; attempts: number; nextAttemptAt: number; since: number };

type Ports = { ledger: Ledger; messages: Messages; control: Control };

/** The route's mails, those that are being delivered, and the timer of the next attempt. */
type Route = Pick<Ports, 'messages' | 'control'> & {
  options: ForwardOptions;
  forwards: Collection<Forward>;
  inFlight: Set<string>;
  closing: AbortController;
  timer?: NodeJS.Timeout;
};

/** Delivers mails to the reply domain, as a mail provider's inbound route does: at least once, with back-off. */
export function createForwarder(options: ForwardOptions, { ledger, messages, control }: Ports) {
  const forwards = ledger.collection<Forward>('forwards');
  const closing = new AbortController();
  const route: Route = { options, messages, control, forwards, inFlight: new Set(), closing };
  wake(route);
  return {
    /** Queues a mail when it is for the reply domain. */
    take({ id, to }: StoredMessage): void {
      const ours = to.filter((address) => address.toLowerCase().endsWith(`@${options.domain}`));
      if (ours.length === 0) return;
      forwards.put({ id, to: ours, attempts: 0, nextAttemptAt: 0, since: Date.now() });
      setImmediate(() => wake(route));
    },
    close(): void {
      closing.abort();
      clearTimeout(route.timer);
    },
  };
}

/** Delivers what is due and sets the timer for the next attempt. */
function wake(route: Route): void {
  if (route.closing.signal.aborted) return;
  clearTimeout(route.timer);
  let next = Infinity;
  for (const forward of route.forwards.list()) {
    if (route.inFlight.has(forward.id)) continue;
    if (forward.nextAttemptAt > Date.now()) next = Math.min(next, forward.nextAttemptAt);
    else void deliver(route, forward);
  }
  if (next < Infinity) route.timer = setTimeout(() => wake(route), Math.max(0, next - Date.now()));
}

async function deliver(route: Route, forward: Forward): Promise<void> {
  const { messages, forwards, inFlight, closing } = route;
  inFlight.add(forward.id);
  try {
    const message = messages.get(forward.id);
    const status = message ? await attempt(route, forward, message) : 404;
    if (closing.signal.aborted || !forwards.get(forward.id)) return;
    const isTemporary = status === null || status >= 500 || status === 408 || status === 429;
    if (!isTemporary || Date.now() - forward.since > GIVES_UP_AFTER_MS) forwards.delete(forward.id);
    else {
      const pause = Math.min(FIRST_PAUSE_MS * 2 ** forward.attempts, MAX_PAUSE_MS);
      forwards.put({ ...forward, attempts: forward.attempts + 1, nextAttemptAt: Date.now() + pause });
    }
  } finally {
    inFlight.delete(forward.id);
    wake(route);
  }
}

/** A failure "before" sends nothing, one "after" loses the response. */
async function attempt(route: Route, forward: Forward, message: StoredMessage): Promise<number | null> {
  const before = await route.control.pass(FORWARD_CALL, 'before');
  if (before) return before.hangup ? null : before.status;
  const status = await post(route, forward, message);
  const after = await route.control.pass(FORWARD_CALL, 'after');
  return after ? (after.hangup ? null : after.status) : status;
}

async function post({ options, closing }: Route, { to }: Forward, message: StoredMessage): Promise<number | null> {
  // The headers that a mail server adds on delivery (RFC 5321, 4.4).
  const body = Buffer.concat([
    Buffer.from(`Return-Path: <${message.from}>\r\n`),
    Buffer.from(message.rawBase64, 'base64'),
  ]);
  const time = Math.floor(Date.now() / 1000);
  const sha256 = createHash('sha256').update(body).digest('hex');
  const recipient = to.join(', ');
  const v1 = createHmac('sha256', options.secret).update(`${time}.${sha256}.${recipient}`).digest('hex');
  try {
    const answer = await fetch(options.url, {
      method: 'POST',
      headers: {
        'content-type': 'message/rfc822',
        'mail-recipient': recipient,
        'mail-signature': `t=${time},sha256=${sha256},v1=${v1}`,
      },
      body,
      redirect: 'manual',
      signal: AbortSignal.any([closing.signal, AbortSignal.timeout(ANSWER_WITHIN_MS)]),
    });
    await answer.body?.cancel();
    return answer.status;
  } catch {
    return null;
  }
}
