import type { Dispute, MoneyBook } from '../../modules/payments/payments.ts';
import { type Money, sumsOf } from '../../shared/money.ts';

type Ports = { payments: Pick<MoneyBook, 'openAndLostDisputes' | 'actionableFraudWarnings'> };

/** Open disputes and inquiries, lost ones with their sum by currency, and fraud warnings to decide on. */
export async function readDisputes({ payments }: Ports) {
  const listed = await payments.openAndLostDisputes();
  const lost = listed.filter(({ outcome }) => outcome === 'lost');
  return {
    open: listed.filter(({ outcome }) => outcome === null),
    lost,
    losses: sumsOf(lost.map(lossOf)),
    warnings: await payments.actionableFraudWarnings(),
  };
}

/** What a lost dispute has cost: the withdrawn amount, and the vendor's fees. */
const lossOf = (dispute: Dispute): Money => ({
  amount: dispute.withdrawnAmount + dispute.feeAmount,
  currency: withdrawnIn(dispute),
});

/** Rows of version 1.0.0 do not say it. */
export const withdrawnIn = ({ withdrawnCurrency, currency }: Pick<Dispute, 'withdrawnCurrency' | 'currency'>) =>
  withdrawnCurrency ?? currency;
