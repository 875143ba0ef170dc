import { isLive } from '../../../../shared/live-order.ts';
import { paths } from '../../../../shared/paths.ts';
import type { OrderView } from '../../../../shared/views.ts';
import { apiErrorCode, type Caller, callApi, fetchAs } from '../../../api.ts';
import { readEventStream } from './event-stream.ts';

const POLL_MS = 3_000;
/** Of a poll that slows down: by how much each time, and the longest pause. */
const SLOWER = 3;
const MAX_SLOW_POLL_MS = 120_000;
const FIRST_BACKOFF_MS = 1_000;
/** The longest pause before a stream is tried again: without an answer, and while the server has none left. */
const MAX_BACKOFF_MS = 15_000;
const MAX_CROWDED_MS = 60_000;
const FIRST_CROWDED_MS = 8_000;
/** The server sends heartbeats far more often; a stream that is silent for this long is dead. */
const SILENCE_MS = 45_000;
/** After this many silent streams in a row, a proxy probably buffers them: for five minutes no other one is tried. */
const SILENT_BEFORE_POLLING = 2;
const POLLS_WITHOUT_STREAM = 100;

type Following = {
  orderId: string;
  caller: Caller;
  onOrder: (order: OrderView) => void;
  /** Called when this browser has no access to the order any more. */
  onClosed: () => void;
  signal: AbortSignal;
};

/**
 * Follows an order until its state is final or `signal` aborts: by event stream with reconnects. Without a stream it
 * reads the order once and tries again, later and later. It polls when streams stay silent. Pauses while the browser is
 * offline. Never throws.
 */
export async function followOrder(given: Following): Promise<void> {
  const { signal } = given;
  let silent = 0;
  let failed = 0;
  while (!signal.aborted) {
    await untilOnline(signal);
    const { end, retryMs } = await readStream(given);
    if (end === 'final') return;
    silent = end === 'silent' ? silent + 1 : 0;
    failed = end === 'ended' ? 0 : failed + 1;
    const times = silent < SILENT_BEFORE_POLLING ? 1 : POLLS_WITHOUT_STREAM;
    if (end !== 'ended' && (await pollOrder({ ...given, times })) === 'closed') return;
    const [firstMs, maxMs] =
      end === 'crowded' ? [FIRST_CROWDED_MS, MAX_CROWDED_MS] : [retryMs, Math.max(retryMs, MAX_BACKOFF_MS)];
    await pause(jittered(Math.min(maxMs, firstMs * 2 ** failed)), signal);
  }
}

type Polling = {
  everyMs?: number;
  times?: number;
  /** Three times as slowly after each time: what is awaited may stand behind what many others wait for. */
  slowing?: boolean;
  /** Newer usage figures are all that is awaited: the order is asked for when they are there. */
  untilRead?: boolean;
};

/** Polls every three seconds until `signal` aborts, or `times` times, or access has ended (`closed`). Never throws. */
export async function pollOrder(given: Following & Polling): Promise<'closed' | undefined> {
  const { signal, onClosed, everyMs = POLL_MS, times = Infinity, slowing = false } = given;
  for (let time = 0; time < times && !signal.aborted; time += 1) {
    await untilOnline(signal);
    try {
      await look(given);
    } catch (error) {
      if (apiErrorCode(error) === 'not-found' && !signal.aborted) {
        onClosed();
        return 'closed';
      }
      // The next round retries.
    }
    if (time + 1 < times)
      await pause(slowing ? jittered(Math.min(MAX_SLOW_POLL_MS, everyMs * SLOWER ** time)) : everyMs, signal);
  }
  return undefined;
}

async function look({ orderId, caller, onOrder, signal, untilRead = false }: Following & Polling): Promise<void> {
  const params = { orderId };
  if (untilRead && (await callApi('get /orders/{orderId}/reading', { params, caller })).reading) return;
  const { order } = await callApi('get /orders/{orderId}', { params, caller });
  if (!signal.aborted) onOrder(order);
}

/**
 * How a stream ended: the state of the order is final; the server or the network ended it; nothing came for long;
 * there was none; the server has too many.
 */
type StreamEnd = 'final' | 'ended' | 'silent' | 'failed' | 'crowded';

async function readStream({
  orderId,
  caller,
  onOrder,
  signal,
}: Following): Promise<{ end: StreamEnd; retryMs: number }> {
  let end: StreamEnd = 'failed';
  let retryMs = FIRST_BACKOFF_MS;
  const silence = new AbortController();
  const onSilence = () => {
    if (end === 'failed') end = 'silent';
    silence.abort();
  };
  let watchdog = setTimeout(onSilence, SILENCE_MS);
  try {
    const answer = await fetchAs(caller, paths.api.orderEvents(orderId), {
      headers: { accept: 'text/event-stream' },
      signal: AbortSignal.any([signal, silence.signal]),
    });
    if (answer.status === 429 || (answer.status === 503 && isLong(answer.headers.get('retry-after')))) end = 'crowded';
    if (!answer.ok || answer.body === null) return { end, retryMs };
    const events = readEventStream(answer.body, {
      onLine() {
        end = 'ended';
        clearTimeout(watchdog);
        watchdog = setTimeout(onSilence, SILENCE_MS);
      },
      onRetry: (milliseconds) => (retryMs = Math.max(FIRST_BACKOFF_MS, milliseconds)),
    });
    for await (const { event, data } of events) {
      if (event !== 'order' || signal.aborted) continue;
      const order = JSON.parse(data) as OrderView;
      onOrder(order);
      if (!isLive(order)) end = 'final';
    }
  } catch {
    // Interrupted: the caller reconnects.
  } finally {
    clearTimeout(watchdog);
  }
  return { end, retryMs };
}

/** Longer than after a failure that passes: the server refuses streams. */
const isLong = (retryAfter: string | null) => Number(retryAfter ?? 0) * 1000 > MAX_BACKOFF_MS;

/** Between half and all of it, so that clients do not reconnect at the same moment after a restart of the server. */
function jittered(milliseconds: number): number {
  return milliseconds * (0.5 + Math.random() / 2);
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const timer = setTimeout(done, milliseconds);
    signal.addEventListener('abort', done, { once: true });
    function done() {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    }
  });
}

function untilOnline(signal: AbortSignal): Promise<void> {
  if (navigator.onLine || signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    window.addEventListener('online', () => resolve(), { once: true, signal });
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
