import type { Fulfilment } from '../../modules/fulfilment/fulfilment.ts';
import { enqueue } from '../../queue/queue.ts';
import { codeOf } from '../../shared/errors.ts';
import type { FlowBase } from '../buying/flow-base.ts';

type Ports = FlowBase & { fulfilment: Pick<Fulfilment, 'breakers' | 'wholesalers'> };

/** No order has it. */
const NO_REFERENCE = 'probe';

/** A wholesaler has taken an order: it is skipped no longer. */
export async function noteDelivery({ log, fulfilment }: Ports, wholesaler: string): Promise<void> {
  if (await fulfilment.breakers.succeeded(wholesaler)) log.info({ wholesaler }, 'the wholesaler delivers again');
}

/** An order failed at a wholesaler. After several in a row it is skipped, and probed. */
export async function noteFailure(ports: Ports, wholesaler: string, fault: string): Promise<void> {
  const { log, fulfilment } = ports;
  const open = await fulfilment.breakers.failed(wholesaler, fault);
  if (open === null) return;
  log.error(
    { wholesaler, fault, failures: open.failures },
    'the wholesaler fails again and again: orders go to other sources until a probe succeeds',
  );
  await queueProbe(ports, wholesaler, fulfilment.breakers.probeSeconds(open));
}

/** At most one probe of a wholesaler waits. */
const queueProbe = ({ db }: Pick<Ports, 'db'>, wholesaler: string, inSeconds: number) =>
  enqueue(db, 'probe-wholesaler', { wholesaler }, { key: `probe:${wholesaler}`, keepWaiting: true, inSeconds });

/**
 * Asks a wholesaler that is skipped for an order that does not exist. When it answers, one order is let through; otherwise
 * the next probe follows after a longer pause. Costs nothing.
 */
export type ProbeWholesaler = (name: string) => Promise<void>;

export function createProbeWholesaler(ports: Ports): ProbeWholesaler {
  const { clock, log, fulfilment } = ports;
  return async function probeWholesaler(name) {
    const wholesaler = fulfilment.wholesalers.find(name);
    if (wholesaler === null) return;
    const fault = await wholesaler
      .findByReference(NO_REFERENCE, { since: clock.now(), vendorOrderId: null })
      .then(() => null)
      .catch((error: unknown) => codeOf(error) ?? 'thrown');
    const breaker = await fulfilment.breakers.probed(name, fault === null);
    if (breaker === null) return;
    if (fault === null) return log.info({ wholesaler: name }, 'the wholesaler answers again: one order is tried');
    log.warn({ wholesaler: name, fault, probes: breaker.probes }, 'the wholesaler does not answer a probe');
    await queueProbe(ports, name, fulfilment.breakers.probeSeconds(breaker));
  };
}

/** Queues the probes of wholesalers that are skipped: a restore or a crash may have lost them. */
export async function queueProbes(ports: Ports): Promise<void> {
  for (const { wholesaler, state } of await ports.fulfilment.breakers.skipped())
    if (state === 'open') await queueProbe(ports, wholesaler, ports.fulfilment.breakers.probeSeconds({ probes: 0 }));
}
