import { createCarryOutDeclared } from '../flows/withdrawing/carry-out.ts';
import { createDeclareWithdrawal } from '../flows/withdrawing/declare.ts';
import { createWithdrawalChoices, createWithdrawalLines } from '../flows/withdrawing/lines.ts';
import { createWithdrawalProof } from '../flows/withdrawing/prove.ts';
import { createSweepWithdrawals } from '../flows/withdrawing/sweep.ts';
import type { Modules } from './modules.ts';

type Given = Pick<Parameters<typeof createCarryOutDeclared>[0], 'carryOutWithdrawal'> &
  Pick<Parameters<typeof createWithdrawalChoices>[0], 'orderPages'>;

/** The withdrawal function: the declaration, its proof, and what is done because of it. */
export function createWithdrawingFlows(modules: Modules, given: Given) {
  const ports = { ...modules, ...given, refundSettings: modules.config.refunds };
  const withdrawalLines = createWithdrawalLines(ports);
  return {
    declareWithdrawal: createDeclareWithdrawal(ports),
    withdrawalProof: createWithdrawalProof({
      ...ports,
      withdrawalLines: (order, { submittedAt, lineIds }) => withdrawalLines(order, { at: submittedAt, lineIds }),
    }),
    withdrawalChoices: createWithdrawalChoices({ ...ports, withdrawalLines }),
    carryOutDeclared: createCarryOutDeclared(ports),
    sweepWithdrawals: createSweepWithdrawals({ ...modules, sweepSeconds: modules.config.worker.sweepSeconds }),
  };
}
