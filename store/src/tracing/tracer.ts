import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';
import { codeOf } from '../shared/errors.ts';
import { provideTraceContext, type TraceContext } from '../shared/trace-context.ts';

export type SpanKind = 'internal' | 'server' | 'client' | 'producer' | 'consumer';
export type Attributes = Record<string, string | number | boolean>;

/** A span that has ended. Times are in milliseconds since 1970. */
export type EndedSpan = TraceContext & {
  parentSpanId: string | undefined;
  /** A related span of another trace. */
  link: TraceContext | undefined;
  name: string;
  kind: SpanKind;
  startedAt: number;
  endedAt: number;
  attributes: Attributes;
  failed: boolean;
};

export type Span = TraceContext & {
  kind: SpanKind;
  set(attributes: Attributes): void;
  rename(name: string): void;
  end(failed?: boolean): void;
};

/** Options of a new span. `parent` undefined: the current span; null: a new trace. */
export type SpanOptions = {
  kind?: SpanKind;
  attributes?: Attributes;
  parent?: TraceContext | null | undefined;
  link?: TraceContext | undefined;
};

export type Sampler = (traceId: string, parent: TraceContext | undefined) => boolean;

const active = new AsyncLocalStorage<Span | undefined>();
provideTraceContext(() => active.getStore());

export const activeSpan = (): Span | undefined => active.getStore();
/** Runs work outside any trace. */
export const untraced = <T>(work: () => T): T => active.run(undefined, work);

export type Tracer = ReturnType<typeof createTracer>;

/** Tracks the current span with AsyncLocalStorage; passes sampled spans to `onEnd` when they end. */
export function createTracer(sampler: Sampler, onEnd: (span: EndedSpan) => void) {
  function start(name: string, { kind = 'internal', attributes = {}, parent: given, link }: SpanOptions): Span {
    const parent = given === undefined ? activeSpan() : (given ?? undefined);
    const traceId = parent?.traceId ?? randomBytes(16).toString('hex');
    const sampled = sampler(traceId, parent);
    const span = { traceId, spanId: randomBytes(8).toString('hex'), sampled, kind };
    const startedAt = performance.timeOrigin + performance.now();
    const all = { ...attributes };
    let [isOver, called] = [false, name];
    return {
      ...span,
      set: (more) => void Object.assign(all, more),
      rename: (to) => void (called = to),
      end(failed = false) {
        if (isOver || !sampled) return;
        isOver = true;
        const endedAt = performance.timeOrigin + performance.now();
        onEnd({
          ...span,
          parentSpanId: parent?.spanId,
          link,
          name: called,
          startedAt,
          endedAt,
          attributes: all,
          failed,
        });
      },
    };
  }

  return {
    start: (name: string, options: SpanOptions = {}) => start(name, options),
    /** Makes the span current for the rest of this turn and everything that it starts. */
    enter: (span: Span) => active.enterWith(span),
    /** Runs work in a span of its own, which ends with it. */
    async within<T>(name: string, options: SpanOptions, work: (span: Span) => Promise<T>): Promise<T> {
      const span = start(name, options);
      return active.run(span, async () => {
        try {
          const result = await work(span);
          span.end();
          return result;
        } catch (error) {
          span.set({ 'error.type': codeOf(error) ?? 'error' });
          span.end(true);
          throw error;
        }
      });
    },
  };
}

/** The samplers of OTEL_TRACES_SAMPLER; `ratio` is OTEL_TRACES_SAMPLER_ARG. */
export function samplerOf(name: string, ratio: number): Sampler {
  const byRatio = (traceId: string) => parseInt(traceId.slice(-8), 16) < ratio * 0x1_0000_0000;
  const root = name.endsWith('always_off') ? () => false : name.endsWith('traceidratio') ? byRatio : () => true;
  if (!name.startsWith('parentbased_')) return root;
  return (traceId, parent) => parent?.sampled ?? root(traceId);
}
