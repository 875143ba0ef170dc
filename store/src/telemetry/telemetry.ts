import { SILENT, type Telemetry } from '../shared/telemetry.ts';
import type { Metrics } from './metrics.ts';
import { outcomeOf, outcomeOfError } from './vendor-calls.ts';

/** Reports to the metrics of this process. */
export function createTelemetry(metrics: Metrics): Telemetry {
  return {
    ...SILENT,
    async job(task, work) {
      const since = performance.now();
      let outcome: 'done' | 'failed' = 'failed';
      try {
        const result = await work();
        outcome = 'done';
        return result;
      } finally {
        metrics.job({ task, outcome }, secondsSince(since));
      }
    },
    async vendorCall(vendor, operation, work) {
      const since = performance.now();
      try {
        const answer = await work();
        metrics.vendorCall({ vendor, operation, outcome: outcomeOf(answer) }, secondsSince(since));
        return answer;
      } catch (error) {
        metrics.vendorCall({ vendor, operation, outcome: outcomeOfError(error) }, secondsSince(since));
        throw error;
      }
    },
    mail: metrics.mail,
    limitRefused: metrics.limitRefused,
    tripPlanned: metrics.tripPlanned,
    delivered: metrics.delivered,
    countryContradicted: metrics.countryContradicted,
    wholesaleTurn: metrics.wholesaleTurn,
    clocks: metrics.clocks,
  };
}

const secondsSince = (since: number) => (performance.now() - since) / 1000;
