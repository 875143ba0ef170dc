import type { Order, OrderAccess, Viewer } from '../../modules/orders/orders.ts';
import type { UnusedReason } from '../../shared/refund-request.ts';
import { askRefund, type AskedFault } from './ask-refund.ts';
import { carryOutWithdrawal, type Withdrawal } from './carry-out-withdrawal.ts';
import { refundUnused, type UnusedPorts } from './refund-unused.ts';
import { returnProfile, type ReturnPorts } from './return-profile.ts';
import { createReadUse } from './use.ts';
import { createReadProfile } from '../replacing/look-at-profile.ts';
import { refundableOf, refundOfLine, type ShowPorts } from './show.ts';
import { sweepRequests, type SweepPorts } from './sweep-requests.ts';

type Ports = Omit<UnusedPorts & ReturnPorts & SweepPorts & ShowPorts, 'readUse'> &
  Parameters<typeof createReadProfile>[0];

/** `line`: its number in the order, from 1. */
type OfLine = { order: Order; line: number };

/** What buyers get back for lines: by themselves, from a person, and by a withdrawal (docs/decisions/0075-rights.md). */
export function createRightsFlows(given: Ports) {
  const ports = { ...given, readUse: createReadUse({ ...given, readProfile: createReadProfile(given) }) };
  return {
    /** The newest lines of an account with their rights as last reported: no wholesaler is asked. */
    refundableOf: (account: NonNullable<Viewer['account']>) => refundableOf(ports, account),
    /** The right about a line as its wholesaler says now, and what was asked about it before. */
    refundOfLine: (input: OfLine) => refundOfLine(ports, input),
    refundUnused: (input: OfLine & { reason: UnusedReason; access: OrderAccess }) => refundUnused(ports, input),
    askRefund: (input: OfLine & { access: OrderAccess } & AskedFault) => askRefund(ports, input),
    carryOutWithdrawal: (input: Withdrawal) => carryOutWithdrawal(ports, input),
    returnProfile: (requestId: string) => returnProfile(ports, requestId),
    sweepRequests: () => sweepRequests(ports),
  };
}
