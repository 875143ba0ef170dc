/** W3C Trace Context (https://www.w3.org/TR/trace-context/): which trace a piece of work belongs to, and which span of it is its parent. */
export type TraceContext = { traceId: string; spanId: string; sampled: boolean };

const TRACEPARENT = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;

/** Reads a `traceparent`; undefined for anything that is none. Later versions are read as far as version 00 goes. */
export function parseTraceparent(text: unknown): TraceContext | undefined {
  const match = typeof text === 'string' && text.length <= 512 ? TRACEPARENT.exec(text) : null;
  if (!match) return undefined;
  const [, version, traceId, spanId, flags, more] = match;
  if (version === 'ff' || (version === '00' && more !== undefined)) return undefined;
  if (/^0+$/.test(traceId!) || /^0+$/.test(spanId!)) return undefined;
  return { traceId: traceId!, spanId: spanId!, sampled: (parseInt(flags!, 16) & 1) === 1 };
}

export function formatTraceparent({ traceId, spanId, sampled }: TraceContext): string {
  return `00-${traceId}-${spanId}-${sampled ? '01' : '00'}`;
}

let read: () => TraceContext | undefined = () => undefined;

/**
 * The context of the work that is being done; undefined while tracing is off. Log lines, jobs and orders keep it without knowing the
 * tracer, which `provideTraceContext` puts here when it is loaded.
 */
export const currentTrace = (): TraceContext | undefined => read();

export function provideTraceContext(reader: () => TraceContext | undefined): void {
  read = reader;
}

/** The same as a `traceparent`. */
export function currentTraceparent(): string | undefined {
  const context = read();
  return context && formatTraceparent(context);
}
