import type { ReactNode } from 'react';
import { formatCountry } from '../../../../i18n/format.ts';
import type { OrderLineView } from '../../../../shared/views.ts';
import { useTranslation } from '../../../translation.tsx';

/** What is stated about a delivered eSIM, as rows of a list: networks, hotspot, where the traffic exits. */
export function useStatedRows(): (stated: OrderLineView['stated']) => [string, string][] {
  const { t, locale } = useTranslation();
  return (stated) => {
    if (stated === null) return [];
    const { networks, hotspot, exitCountry } = stated;
    const unknown = t('order.stated.unknown');
    return [
      ...(networks.length === 0 ? [] : [[t('order.stated.networks'), networks.join(', ')] as [string, string]]),
      [t('order.stated.hotspot'), hotspot === null ? unknown : t(`order.stated.${hotspot ? 'allowed' : 'denied'}`)],
      [t('order.stated.exit'), exitCountry === null ? unknown : formatCountry(exitCountry, locale)],
    ];
  };
}

/** Names and values, one pair in a row. */
export function FactList({ rows }: { rows: readonly (readonly [string, ReactNode])[] }) {
  return (
    <dl className="dl">
      {rows.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
