import { sumsOf } from '../../shared/money.ts';
import { amount } from '../format.ts';
import type { Manifest } from './manifest.ts';

/** A backup in two lines: its time and its contents. */
export function summaryOf({ madeAt, mode, postgres, figures }: Manifest): string[] {
  const rows = (table: string) =>
    Object.entries(figures[table] ?? {})
      .filter(([name]) => name.startsWith('rows'))
      .reduce((total, [, count]) => total + Number(count), 0);
  const taken = Object.entries(figures['payment_attempts'] ?? {})
    .filter(([name]) => name.startsWith('taken_amount '))
    // `taken_amount USD/EUR`: euros for an attempt in dollars.
    .map(([name, cents]) => ({ amount: Number(cents), currency: name.slice(-3) }));
  const money = sumsOf(taken).map((each) => amount(each.amount, each.currency));
  const all = Object.keys(figures).reduce((total, table) => total + rows(table), 0);
  return [
    `made ${madeAt} in ${mode} mode, PostgreSQL ${postgres}`,
    `${Object.keys(figures).length} tables, ${all} rows: ${rows('accounts')} accounts, ${rows('orders')} orders, ${rows('esims')} eSIMs, payments of ${money.join(' and ') || 'nothing yet'}`,
  ];
}
