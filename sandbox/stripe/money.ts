/** Formats an amount in the currency's smallest unit: 450 usd is `$4.50`, 450 jpy is `¥450`. */
export function formatMoney(amount: number, currency: string, locale = 'en-US'): string {
  const format = new Intl.NumberFormat(locale, { style: 'currency', currency });
  return format.format(amount / 10 ** format.resolvedOptions().maximumFractionDigits!);
}
