import type { OrderView } from '../../../../shared/views.ts';
import { paths } from '../../../../shared/paths.ts';
import { apiErrorCode, type Caller, callApi, fetchAs } from '../../../api.ts';
import { readEventStream } from './event-stream.ts';

const POLL_MS = 3_000;
/** Of a poll that slows down: by how much each time, and the longest pause. */
const SLOWER = 3;
const MAX_SLOW_POLL_MS = 120_000;
const FIRST_BACKOFF_MS = 1_000;
const MAX_BACKOFF_MS = 15_000;
/** The server sends heartbeats far more often; a stream that is silent for this long is dead. */
const SILENCE_MS = 45_000;
/** After this many consecutive streams without data, a proxy probably buffers them. */
const STREAMS_BEFORE_POLLING = 2;
/** Poll interval when the server has no stream left: then there are many readers. */
const CROWDED_POLL_MS = 30_000;

type Following = {
  orderId: string;
  caller: Caller;
  onOrder: (order: OrderView) => void;
  /** Called when this browser has no access to the order any more. */
  onClosed: () => void;
  signal: AbortSignal;
};

/**
 * Follows an order until `signal` aborts: by event stream with reconnects (back-off and jitter); by polling once
 * streams have failed twice, or, slowly, while the server has too many streams. Pauses while the browser is offline.
 * Returns when the order is final. Never throws.
 */
export async function followOrder(given: Following): Promise<void> {
  const { signal } = given;
  let fruitless = 0;
  while (!signal.aborted && fruitless < STREAMS_BEFORE_POLLING) {
    await untilOnline(signal);
    const { fruitful, final, retryMs, crowdedMs } = await readStream(given);
    if (final) return;
    if (crowdedMs !== undefined) {
      const everyMs = jittered(Math.min(CROWDED_POLL_MS, crowdedMs));
      await pollOrder({ ...given, everyMs, times: Math.ceil(crowdedMs / everyMs) });
      continue;
    }
    fruitless = fruitful ? 0 : fruitless + 1;
    // A server with many streams asks for a longer pause.
    await pause(jittered(Math.max(retryMs, Math.min(MAX_BACKOFF_MS, retryMs * 2 ** fruitless))), signal);
  }
  await pollOrder(given);
}

type Polling = {
  everyMs?: number;
  times?: number;
  /** Three times as slowly after each time: what is awaited may stand behind what many others wait for. */
  slowing?: boolean;
  /** Newer usage figures are all that is awaited: the order is asked for when they are there. */
  untilRead?: boolean;
};

/** Polls every three seconds until `signal` aborts, or `times` times. Never throws. */
export async function pollOrder(given: Following & Polling): Promise<void> {
  const { signal, onClosed, everyMs = POLL_MS, times = Infinity, slowing = false } = given;
  for (let time = 0; time < times && !signal.aborted; time += 1) {
    await untilOnline(signal);
    try {
      await look(given);
    } catch (error) {
      if (apiErrorCode(error) === 'not-found' && !signal.aborted) return onClosed();
      // The next round retries.
    }
    await pause(slowing ? jittered(Math.min(MAX_SLOW_POLL_MS, everyMs * SLOWER ** time)) : everyMs, signal);
  }
}

async function look({ orderId, caller, onOrder, signal, untilRead = false }: Following & Polling): Promise<void> {
  const params = { orderId };
  if (untilRead && (await callApi('get /orders/{orderId}/reading', { params, caller })).reading) return;
  const { order } = await callApi('get /orders/{orderId}', { params, caller });
  if (!signal.aborted) onOrder(order);
}

/** `crowdedMs`: how long the server has no stream available. `final`: the order changes no more by itself. */
type StreamEnd = { fruitful: boolean; final: boolean; retryMs: number; crowdedMs?: number };

async function readStream({ orderId, caller, onOrder, signal }: Following): Promise<StreamEnd> {
  const end: StreamEnd = { fruitful: false, final: false, retryMs: FIRST_BACKOFF_MS };
  const silence = new AbortController();
  let watchdog = setTimeout(() => silence.abort(), SILENCE_MS);
  try {
    const answer = await fetchAs(caller, paths.api.orderEvents(orderId), {
      headers: { accept: 'text/event-stream' },
      signal: AbortSignal.any([signal, silence.signal]),
    });
    const waitSeconds = Number(answer.headers.get('retry-after'));
    if (waitSeconds > 0) return { ...end, crowdedMs: waitSeconds * 1000 };
    if (!answer.ok || answer.body === null) return end;
    const events = readEventStream(answer.body, {
      onLine() {
        clearTimeout(watchdog);
        watchdog = setTimeout(() => silence.abort(), SILENCE_MS);
      },
      onRetry: (milliseconds) => (end.retryMs = Math.max(FIRST_BACKOFF_MS, milliseconds)),
    });
    for await (const { event, data } of events) {
      if (event === 'final') end.final = true;
      if (event !== 'order' || signal.aborted) continue;
      end.fruitful = true;
      onOrder(JSON.parse(data) as OrderView);
    }
  } catch {
    // Interrupted: the caller reconnects.
  } finally {
    clearTimeout(watchdog);
  }
  return end;
}

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
