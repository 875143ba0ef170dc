import type { Manifest } from './manifest.ts';

/** A backup in two lines: its time and its contents. */
export function summaryOf({ madeAt, mode, postgres, figures }: Manifest): string[] {
  const rows = (table: string) =>
    Object.entries(figures[table] ?? {})
      .filter(([name]) => name.startsWith('rows'))
      .reduce((total, [, count]) => total + Number(count), 0);
  const money = Object.entries(figures['payment_attempts'] ?? {})
    .filter(([name]) => name.startsWith('taken_amount'))
    .map(([name, cents]) => `${(Number(cents) / 100).toFixed(2)} ${name.split(' ')[1]}`);
  const all = Object.keys(figures).reduce((total, table) => total + rows(table), 0);
  return [
    `made ${madeAt} in ${mode} mode, PostgreSQL ${postgres}`,
    `${Object.keys(figures).length} tables, ${all} rows: ${rows('accounts')} accounts, ${rows('orders')} orders, ${rows('esims')} eSIMs, payments of ${money.join(' and ') || 'nothing yet'}`,
  ];
}
