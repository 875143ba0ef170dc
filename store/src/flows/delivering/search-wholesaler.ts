import type { At, WholesaleRow } from '../../modules/fulfilment/fulfilment.ts';
import type { WholesaleOrder } from '../../modules/fulfilment/wholesaler.ts';
import type { Line } from '../../modules/orders/orders.ts';
import { codeOf } from '../../shared/errors.ts';
import { addedToOf } from './added-to.ts';
import { adoptProfile } from './adopt-profile.ts';
import { type DeliveryPorts, isStillOwed, later, named } from './delivery.ts';
import { giveUpLine } from './give-up-line.ts';
import { inUseFirst } from './in-use-first.ts';

/**
 * Searches for the results of the calls made so far. "Not found" counts only after the window of an open call, and the
 * time in which its order may not be listed yet. An order without a usable profile is searched again until the `last` search, and so is one whose profile
 * belongs to another buyer; both then end with a refund. `settled`: done, refunded, or queued for another search.
 */
export async function searchWholesaler(
  ports: DeliveryPorts,
  line: Line,
  row: WholesaleRow,
  { last }: { last: boolean },
): Promise<'settled' | 'not-found'> {
  const { clock, log, fulfilment } = ports;
  const proofAt = fulfilment.proofAt(row);
  let found: readonly At<WholesaleOrder>[];
  try {
    found = await inUseFirst(
      ports,
      row,
      await fulfilment.usable(row, await fulfilment.search(row, await addedToOf(ports, line))),
    );
  } catch (error) {
    log.warn(
      { ...named(line), wholesaler: row.wholesaler, fault: codeOf(error) },
      'the search at the wholesaler failed',
    );
    // A wholesaler that does not answer must not delay the refund forever. Profiles that it made are found and listed
    // later.
    if (fulfilment.isHopeless(row)) return 'not-found';
    await later(ports, line, fulfilment.nextLook(row));
    return 'settled';
  }
  if (found.length > 0) {
    await adoptFound(ports, line, row, { found, last });
    return 'settled';
  }
  if (proofAt && proofAt > clock.now()) {
    const soon = fulfilment.nextTry(row);
    await later(ports, line, soon < proofAt ? soon : proofAt);
    return 'settled';
  }
  return 'not-found';
}

async function adoptFound(
  ports: DeliveryPorts,
  line: Line,
  row: WholesaleRow,
  { found, last }: { found: readonly At<WholesaleOrder>[]; last: boolean },
): Promise<void> {
  const { orders, fulfilment } = ports;
  // The line may have been refunded, above all after a restore. Then the profile is listed, not issued.
  if (!(await isStillOwed(ports, line)) && (await orders.findLine(line.id))?.status === 'fulfilling') return;
  const fault = await adoptProfile(ports, line, row, found);
  if (fault === 'settled') return;
  if (last || fault === 'duplicate-profile' || fault === 'profile-ended')
    return giveUpLine(ports, line, { ...row, lastFault: fault }, found);
  // What another wholesaler has must be found by each further search, so the row keeps the fault that asks all of them.
  const isElsewhere = found.some(({ wholesaler }) => wholesaler !== row.wholesaler);
  await fulfilment.doubted(row, isElsewhere ? (row.lastFault ?? fault) : fault);
  await later(ports, line, fulfilment.nextLook(row));
}
