import { flag, hostsAndPorts, optional, type ValuesOf, variable } from './parsers.ts';
import { isLoopback } from '../shared/loopback.ts';

const WATCHING = 'Monitoring';

/** Variables of the metrics listener. */
export const WATCHING_VARIABLES = {
  METRICS_LISTEN: optional(
    WATCHING,
    'off',
    'Addresses, separated by commas, such as 127.0.0.1:9464, on which Prometheus reads /metrics, and profiles are taken from this machine. Never expose it to the public.',
    hostsAndPorts,
  ),
  METRICS_ALLOW_REMOTE: variable(
    WATCHING,
    '0',
    'Set to 1 to allow an address in METRICS_LISTEN that other machines reach, such as one of a private network. Profiles stay on loopback.',
    flag,
  ),
};

type Values = ValuesOf<typeof WATCHING_VARIABLES>;

/** The metrics listener; undefined: disabled. */
export type WatchingConfig = { listen: readonly { host: string; port: number }[] };

export function watchingOf({ METRICS_LISTEN: listen }: Values): WatchingConfig | undefined {
  return listen && { listen };
}

/**
 * Metrics reveal business figures, and a profile costs CPU. The listener has no authentication, so a remote address
 * requires METRICS_ALLOW_REMOTE.
 */
export function checkWatching(values: Values): string[] {
  const remote = values.METRICS_LISTEN?.filter(({ host }) => !isLoopback(host)) ?? [];
  if (remote.length === 0 || values.METRICS_ALLOW_REMOTE) return [];
  return [
    `METRICS_LISTEN: ${remote[0]!.host} can be reached from other machines: set METRICS_ALLOW_REMOTE=1 if it is an address of a private network`,
  ];
}
