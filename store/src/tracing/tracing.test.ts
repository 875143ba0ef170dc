import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { currentTrace, formatTraceparent, parseTraceparent, type TraceContext } from '../shared/trace-context.ts';
import { type ValuesOf, withDefaults } from '../config/parsers.ts';
import { tracingOf, TRACING_VARIABLES } from '../config/tracing.ts';
import { createTracer, type EndedSpan, samplerOf, untraced } from './tracer.ts';

const hex = (length: number) =>
  fc.string({ unit: fc.constantFrom(...'0123456789abcdef'), minLength: length, maxLength: length });
const context = fc
  .record({ traceId: hex(32), spanId: hex(16), sampled: fc.boolean() })
  .filter(({ traceId, spanId }) => !/^0+$/.test(traceId) && !/^0+$/.test(spanId));

describe('traceparent', () => {
  test('is parsed into what was written', () => {
    fc.assert(
      fc.property(context, (each) => {
        expect(parseTraceparent(formatTraceparent(each))).toEqual(each);
      }),
    );
  });

  test('in any other text is undefined, and never throws', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.anything()), (text) => {
        const read = parseTraceparent(text);
        if (read) expect(formatTraceparent(read).slice(3, 52)).toBe(String(text).slice(3, 52));
      }),
    );
    expect(parseTraceparent(undefined)).toBeUndefined();
  });

  test.each([
    ['00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01', true],
    ['01-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01-more', true],
    ['00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01-more', false],
    ['ff-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01', false],
    ['00-00000000000000000000000000000000-00f067aa0ba902b7-01', false],
    ['00-4bf92f3577b34da6a3ce929d0e0e4736-0000000000000000-01', false],
    ['00-4BF92F3577B34DA6A3CE929D0E0E4736-00f067aa0ba902b7-01', false],
  ])('%s', (text, isOne) => {
    expect(parseTraceparent(text) !== undefined).toBe(isOne);
  });
});

describe('the tracer', () => {
  test('knows the current span, across turns and in concurrent work', async () => {
    const ended: EndedSpan[] = [];
    const tracer = createTracer(samplerOf('always_on', 1), (span) => ended.push(span));
    const turn = () => new Promise((resolve) => setImmediate(resolve));
    await Promise.all(
      ['a', 'b'].map((name) =>
        tracer.within(name, { parent: null }, async () => {
          await turn();
          await tracer.within(`${name} inside`, {}, turn);
          expect(untraced(currentTrace)).toBeUndefined();
        }),
      ),
    );
    expect(currentTrace()).toBeUndefined();
    for (const name of ['a', 'b']) {
      const [outer, inner] = [name, `${name} inside`].map((each) => ended.find((span) => span.name === each)!);
      expect(inner).toMatchObject({ traceId: outer!.traceId, parentSpanId: outer!.spanId });
    }
  });

  test('rethrows an error, and marks its span', async () => {
    const ended: EndedSpan[] = [];
    const tracer = createTracer(samplerOf('always_on', 1), (span) => ended.push(span));
    const error = Object.assign(new Error('ana@example.com'), { code: 'mail-refused' });
    await expect(tracer.within('send', {}, () => Promise.reject(error))).rejects.toBe(error);
    expect(ended).toMatchObject([{ failed: true, attributes: { 'error.type': 'mail-refused' } }]);
  });

  test.each([
    ['always_on', true, undefined, true],
    ['always_off', false, undefined, false],
    ['parentbased_always_on', true, false, false],
    ['parentbased_always_off', false, true, true],
    ['always_on', true, false, true],
  ])('sampler %s', (name, root, parentSampled, result) => {
    const sampler = samplerOf(name, 1);
    const parent: TraceContext = { traceId: 'a'.repeat(32), spanId: 'b'.repeat(16), sampled: parentSampled === true };
    expect(sampler('a'.repeat(32), undefined)).toBe(root);
    expect(sampler('a'.repeat(32), parentSampled === undefined ? undefined : parent)).toBe(result);
  });

  test('a ratio keeps that share of traces', () => {
    const keeps = samplerOf('traceidratio', 0.25);
    const kept = Array.from({ length: 4_000 }, (_, at) =>
      keeps((at * 1_048_573).toString(16).padStart(32, '0'), undefined),
    ).filter(Boolean);
    expect(kept.length / 4_000).toBeCloseTo(0.25, 1);
    expect(samplerOf('traceidratio', 0)('0'.repeat(31) + '1', undefined)).toBe(false);
  });
});

describe('the standard variables', () => {
  const read = (env: Partial<Record<keyof typeof TRACING_VARIABLES, string>>) =>
    tracingOf(
      withDefaults(
        TRACING_VARIABLES,
        Object.fromEntries(
          Object.entries(TRACING_VARIABLES).map(([name, { parse }]) => {
            const text = env[name as keyof typeof env];
            return [name, text === undefined ? undefined : parse(text)];
          }),
        ) as ValuesOf<typeof TRACING_VARIABLES>,
      ),
    );
  const OTEL_EXPORTER_OTLP_ENDPOINT = 'http://collector:4318';

  test('disable tracing without a collector, or when it is switched off', () => {
    expect(read({})).toBeUndefined();
    expect(read({ OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_SDK_DISABLED: 'true' })).toBeUndefined();
    expect(read({ OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_TRACES_EXPORTER: 'none' })).toBeUndefined();
  });

  test('set address, headers, name and attributes of the process', () => {
    expect(read({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318/below' })?.url.href).toBe(
      'http://collector:4318/below/v1/traces',
    );
    expect(
      read({
        OTEL_EXPORTER_OTLP_ENDPOINT,
        OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'https://else.example/traces',
        OTEL_EXPORTER_OTLP_HEADERS: 'api-key=a%20b, x=1',
        OTEL_RESOURCE_ATTRIBUTES: 'service.name=no,deployment.environment.name=live',
        OTEL_SERVICE_NAME: 'shop',
        OTEL_TRACES_SAMPLER: 'traceidratio',
        OTEL_TRACES_SAMPLER_ARG: '0.1',
      }),
    ).toMatchObject({
      url: new URL('https://else.example/traces'),
      headers: { 'api-key': 'a b', x: '1' },
      resource: { 'service.name': 'shop', 'deployment.environment.name': 'live' },
      sampler: 'traceidratio',
      ratio: 0.1,
    });
  });

  test.each([
    { OTEL_TRACES_SAMPLER_ARG: '2' },
    { OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' },
    { OTEL_EXPORTER_OTLP_HEADERS: 'no pair' },
    { OTEL_RESOURCE_ATTRIBUTES: 'a=%zz' },
  ])('report an error: %o', (env) => {
    expect(() => read(env)).toThrow(RangeError);
  });
});
