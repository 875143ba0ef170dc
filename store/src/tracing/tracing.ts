import type { Logger } from 'pino';
import type { Telemetry } from '../shared/telemetry.ts';
import { parseTraceparent } from '../shared/trace-context.ts';
import { createOtlpExporter, type OtlpSettings } from './otlp.ts';
import { passContextOn, traceQueries, traceRequests } from './instruments.ts';
import { activeSpan, createTracer, samplerOf } from './tracer.ts';

/** Minimum time between two log lines about dropped spans, in milliseconds. */
const LOSS_LOG_INTERVAL_MS = 60_000;

/** `sampler` is a name of OTEL_TRACES_SAMPLER, `ratio` its argument. */
type TracingSettings = OtlpSettings & { sampler: string; ratio: number };

/**
 * Traces by OpenTelemetry's conventions, sent over OTLP. Imported only where OTEL_EXPORTER_OTLP_ENDPOINT is set.
 * OpenTelemetry's libraries for Node take 26 MB for the same result (docs/decisions).
 */
export function createTracing({ sampler, ratio, ...settings }: TracingSettings, log: Logger) {
  let lost = 0;
  let toldAt = -Infinity;
  const exporter = createOtlpExporter(settings, (spans, reason) => {
    lost += spans;
    if (Date.now() - toldAt < LOSS_LOG_INTERVAL_MS) return;
    log.warn({ spans: lost, reason }, 'trace spans were dropped');
    [lost, toldAt] = [0, Date.now()];
  });
  const tracer = createTracer(samplerOf(sampler, ratio), exporter.add);
  const closers: (() => void)[] = [];

  return {
    /** Wraps the telemetry: adds a span to each report. */
    around(telemetry: Telemetry): Telemetry {
      return {
        ...telemetry,
        isTracing: true,
        job: (task, work, traceparent) =>
          tracer.within(
            `job ${task}`,
            {
              kind: 'consumer',
              parent: parseTraceparent(traceparent) ?? null,
              attributes: { 'messaging.destination.name': task },
            },
            () => telemetry.job(task, work),
          ),
        vendorCall: (vendor, operation, work) =>
          tracer.within(
            `${vendor} ${operation}`,
            { kind: 'client', attributes: { 'peer.service': vendor, 'rpc.method': operation } },
            () => telemetry.vendorCall(vendor, operation, work),
          ),
        continueTrace: (name, traceparent, work) =>
          tracer.within(name, { kind: 'consumer', parent: parseTraceparent(traceparent), link: activeSpan() }, work),
      };
    },
    start({
      server,
      pool,
      routeOf,
    }: {
      server: object;
      pool: Parameters<typeof traceQueries>[0];
      routeOf: (method: string, path: string) => string;
    }): void {
      closers.push(traceQueries(pool, tracer), traceRequests(server, tracer, routeOf), passContextOn());
    },
    async close(): Promise<void> {
      for (const close of closers) close();
      await exporter.flush();
    },
  };
}
