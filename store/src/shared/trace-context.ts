/** W3C Trace Context (https://www.w3.org/TR/trace-context/): the trace of a piece of work, and its parent span. */
export type TraceContext = { traceId: string; spanId: string; sampled: boolean };

const TRACEPARENT = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;

/** Parses a `traceparent`; undefined for any other text. Later versions are parsed like version 00. */
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
 * The context of the current work; undefined while tracing is disabled. Log lines, jobs and orders store it without a
 * dependency on the tracer, which registers itself with `provideTraceContext`.
 */
export const currentTrace = (): TraceContext | undefined => read();

export function provideTraceContext(reader: () => TraceContext | undefined): void {
  read = reader;
}

/** The current trace as a `traceparent` header. */
export function currentTraceparent(): string | undefined {
  const context = read();
  return context && formatTraceparent(context);
}
