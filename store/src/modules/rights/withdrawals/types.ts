import type { WithdrawalShare } from '../../../shared/rights.ts';

/** What a withdrawal did with a line. */
export type WithdrawalOutcome = { lineId: string; share: WithdrawalShare };
