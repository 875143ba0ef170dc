import { VERSION } from '../shared/version.ts';
import { oneOf, optional, url, type SettledOf, variable, wholeNumber } from './parsers.ts';

const WATCHING = 'Monitoring';
const SERVICE_NAME = 'store';
const SAMPLERS = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const;

/**
 * The supported ones of OpenTelemetry's standard variables
 * (https://opentelemetry.io/docs/specs/otel/configuration/sdk-environment-variables/).
 */
export const TRACING_VARIABLES = {
  OTEL_EXPORTER_OTLP_ENDPOINT: optional(
    WATCHING,
    'off',
    'Collector of OpenTelemetry, such as http://127.0.0.1:4318; traces go to /v1/traces below it.',
    url(['http:', 'https:']),
  ),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: optional(
    WATCHING,
    'off',
    'Complete address of the collector for traces, used unchanged.',
    url(['http:', 'https:']),
  ),
  OTEL_EXPORTER_OTLP_HEADERS: optional(
    WATCHING,
    'none',
    'Headers for the collector, such as api-key=…, separated by commas.',
    pairs,
  ),
  OTEL_EXPORTER_OTLP_PROTOCOL: variable(
    WATCHING,
    'http/json',
    'Only http/json: collectors take it at the port of http/protobuf.',
    oneOf('http/json'),
  ),
  OTEL_EXPORTER_OTLP_TIMEOUT: variable(
    WATCHING,
    '10000',
    'Milliseconds that the collector may take to answer.',
    wholeNumber(1, 600_000),
  ),
  OTEL_TRACES_EXPORTER: variable(WATCHING, 'otlp', 'otlp, or none.', oneOf('otlp', 'none')),
  OTEL_TRACES_SAMPLER: variable(WATCHING, 'parentbased_always_on', 'Which traces are sampled.', oneOf(...SAMPLERS)),
  OTEL_TRACES_SAMPLER_ARG: variable(WATCHING, '1', 'Share of traces that a ratio keeps, from 0 to 1.', share),
  OTEL_SERVICE_NAME: optional(WATCHING, SERVICE_NAME, 'Name of this process in traces.', String),
  OTEL_RESOURCE_ATTRIBUTES: optional(
    WATCHING,
    'none',
    'Further attributes of this process, such as deployment.environment.name=live, separated by commas.',
    pairs,
  ),
  OTEL_SDK_DISABLED: variable(WATCHING, 'false', 'true switches tracing off.', oneOf('true', 'false')),
};

type Values = SettledOf<typeof TRACING_VARIABLES>;

/** The tracing settings; undefined: disabled. */
export type TracingConfig = {
  url: URL;
  headers: Readonly<Record<string, string>>;
  timeoutMs: number;
  resource: Readonly<Record<string, string>>;
  sampler: (typeof SAMPLERS)[number];
  ratio: number;
};

export function tracingOf(values: Values): TracingConfig | undefined {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: base, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: whole } = values;
  if (values.OTEL_SDK_DISABLED === 'true' || values.OTEL_TRACES_EXPORTER === 'none') return undefined;
  const address = whole ?? (base && new URL('v1/traces', base.href.endsWith('/') ? base : `${base.href}/`));
  if (!address) return undefined;
  const given = values.OTEL_RESOURCE_ATTRIBUTES ?? {};
  return {
    url: address,
    headers: values.OTEL_EXPORTER_OTLP_HEADERS ?? {},
    timeoutMs: values.OTEL_EXPORTER_OTLP_TIMEOUT,
    resource: {
      ...given,
      'service.name': values.OTEL_SERVICE_NAME ?? given['service.name'] ?? SERVICE_NAME,
      'service.version': VERSION,
    },
    sampler: values.OTEL_TRACES_SAMPLER,
    ratio: values.OTEL_TRACES_SAMPLER_ARG,
  };
}

/** `name=value` pairs; values may be percent-encoded (W3C Baggage). */
function pairs(value: string): Record<string, string> {
  const rule = 'must be name=value pairs with commas between them';
  return Object.fromEntries(
    value.split(',').map((pair) => {
      const match = /^\s*([!#$&'*+.^_`|~\w-]+)\s*=\s*([\x20-\x7e]*?)\s*$/.exec(pair);
      if (!match) throw new RangeError(rule);
      try {
        return [match[1]!, decodeURIComponent(match[2]!)];
      } catch {
        throw new RangeError(rule);
      }
    }),
  );
}

function share(value: string): number {
  const number = Number(value);
  if (!/^\d*\.?\d+$/.test(value) || number > 1) throw new RangeError('must be a number from 0 to 1');
  return number;
}
