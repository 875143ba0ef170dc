import type { Attributes, EndedSpan, SpanKind } from './tracer.ts';
import { untraced } from './tracer.ts';

export type OtlpSettings = {
  /** The collector's URL for traces. */
  url: URL;
  headers: Readonly<Record<string, string>>;
  timeoutMs: number;
  resource: Attributes;
};

const BATCH = 512;
const MAX_WAITING = 2_048;
const EVERY_MS = 5_000;
const KINDS: Record<SpanKind, number> = { internal: 1, server: 2, client: 3, producer: 4, consumer: 5 };

/**
 * Sends spans to a collector over OTLP/HTTP with JSON (https://opentelemetry.io/docs/specs/otlp/), in batches. Spans
 * that cannot be sent are dropped and reported to `onLost`: tracing never blocks the store and never fills its memory.
 */
export function createOtlpExporter(
  { url, headers, timeoutMs, resource }: OtlpSettings,
  onLost: (spans: number, reason: string) => void,
) {
  let waiting: EndedSpan[] = [];
  let timer: NodeJS.Timeout | undefined;
  let sending = Promise.resolve();

  async function post(spans: EndedSpan[]): Promise<void> {
    try {
      const answer = await fetch(url, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify(requestOf(resource, spans)),
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
      });
      await answer.body?.cancel();
      if (!answer.ok) onLost(spans.length, `status ${answer.status}`);
    } catch {
      onLost(spans.length, 'no answer');
    }
  }

  /** Resolves once all queued spans were sent or dropped. */
  function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    while (waiting.length > 0) {
      const batch = waiting.slice(0, BATCH);
      waiting = waiting.slice(BATCH);
      sending = sending.then(() => untraced(() => post(batch)));
    }
    return sending;
  }

  return {
    add(span: EndedSpan): void {
      if (waiting.length >= MAX_WAITING) return onLost(1, 'too many');
      waiting.push(span);
      if (waiting.length >= BATCH) void flush();
      else timer ??= setTimeout(() => void flush(), EVERY_MS).unref();
    },
    flush,
  };
}

function requestOf(resource: Attributes, spans: readonly EndedSpan[]): object {
  return {
    resourceSpans: [
      {
        resource: { attributes: attributesOf(resource) },
        scopeSpans: [{ scope: { name: 'store' }, spans: spans.map(spanOf) }],
      },
    ],
  };
}

function spanOf({ parentSpanId, link, ...span }: EndedSpan): object {
  return {
    traceId: span.traceId,
    spanId: span.spanId,
    ...(parentSpanId && { parentSpanId }),
    name: span.name,
    kind: KINDS[span.kind],
    startTimeUnixNano: nanos(span.startedAt),
    endTimeUnixNano: nanos(span.endedAt),
    attributes: attributesOf(span.attributes),
    ...(link && { links: [{ traceId: link.traceId, spanId: link.spanId }] }),
    status: span.failed ? { code: 2 } : {},
  };
}

/** 64-bit numbers are text in OTLP's JSON. */
const nanos = (ms: number) => String(BigInt(Math.round(ms * 1000)) * 1000n);

function attributesOf(attributes: Attributes): object[] {
  return Object.entries(attributes).map(([key, value]) => ({
    key,
    value:
      typeof value === 'string'
        ? { stringValue: value }
        : typeof value === 'boolean'
          ? { boolValue: value }
          : Number.isInteger(value)
            ? { intValue: String(value) }
            : { doubleValue: value },
  }));
}
