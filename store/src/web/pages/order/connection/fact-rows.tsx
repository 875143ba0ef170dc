import type { ReactNode } from 'react';
import { CheckIcon, InfoIcon, WarningIcon } from '../../../../ui/icons.tsx';
import { classNames } from '../../../../ui/class-names.ts';
import { useLocalDate } from '../../../components/account/local-time.tsx';
import { useFormat } from '../../../format.ts';
import { useTranslation } from '../../../translation.tsx';
import type { Search } from './search.ts';

export type RowTone = 'ok' | 'bad' | 'fact' | 'now' | 'todo';

/** A row of the list: its mark, its heading, and what stands below. */
export function Row({
  tone,
  icon,
  title,
  aside,
  id,
  children,
}: {
  tone: RowTone;
  icon: ReactNode;
  title: string;
  aside?: ReactNode;
  /** Makes the title the target of a link, which takes the focus. */
  id?: string;
  children?: ReactNode;
}) {
  return (
    <li className={classNames('search-row', `search-row--${tone}`)} aria-current={tone === 'now' ? 'step' : undefined}>
      <span className="search-row__mark" aria-hidden="true">
        {icon}
      </span>
      {id === undefined ? (
        <b className="search-row__title">{title}</b>
      ) : (
        <h2 className="search-row__title" id={id} tabIndex={-1}>
          {title}
        </h2>
      )}
      {aside !== undefined && <span className="search-row__aside">{aside}</span>}
      {children !== undefined && <div className="search-row__body">{children}</div>}
    </li>
  );
}

const ICONS = { ok: <CheckIcon size={16} />, bad: <WarningIcon size={16} />, fact: <InfoIcon size={16} /> };

/** What is known about the eSIM before anything is asked. */
export function FactRows({ search }: { search: Search }) {
  return useFacts(search).map(([tone, text]) => <Row key={text} tone={tone} icon={ICONS[tone]} title={text} />);
}

function useFacts(search: Search): ['ok' | 'bad' | 'fact', string][] {
  const { t, locale } = useTranslation();
  const { facts, shown } = search;
  const { profile, covered } = facts;
  const country = shown.about.country?.name[locale];
  const plan = usePlanFact(search);
  const isOver = facts.plan === 'finished' || facts.plan === 'expired';
  return [
    ...(profile === 'unknown'
      ? []
      : [[profile === 'on-phone' || profile === 'on' ? 'ok' : 'bad', t(`connection.facts.${profile}`)] as const]),
    [isOver ? 'bad' : 'ok', plan],
    ...(facts.used === 0 && facts.isMeasured && !isOver ? [['bad', t('connection.facts.unused')] as const] : []),
    ...(country === undefined
      ? []
      : covered === null
        ? [['fact', t('connection.facts.unstated', { country })] as const]
        : [
            [covered ? 'ok' : 'bad', t(`connection.facts.${covered ? 'covered' : 'notCovered'}`, { country })] as const,
          ]),
  ].map(([tone, text]) => [tone, text] as ['ok' | 'bad' | 'fact', string]);
}

/** What is left of the plan, or that it is over. */
function usePlanFact({ esim, shown, facts }: Search): string {
  const { t } = useTranslation();
  const format = useFormat();
  const dateOf = useLocalDate();
  const { unlimited, validUntil, dataMb, remainingMb } = esim;
  const date = validUntil === null ? null : dateOf(validUntil);
  const data = unlimited === null ? format.data(remainingMb) : format.planData({ dataMb, unlimited });
  switch (facts.plan) {
    case 'finished':
      return t('connection.facts.finished');
    case 'expired':
      return date === null ? t('connection.facts.expired') : t('connection.facts.expiredOn', { date });
    case 'not_active':
      return t('connection.facts.ready', {
        data: format.planData({ dataMb, unlimited }),
        days: format.days(shown.line.days),
      });
    case 'active': {
      const words = unlimited === null ? 'left' : 'unlimited';
      return t(`connection.facts.${words}${date === null ? '' : 'Until'}`, { data, date });
    }
  }
}
