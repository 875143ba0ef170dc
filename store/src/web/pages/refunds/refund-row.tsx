import { paths } from '../../../shared/paths.ts';
import type { RefundableView } from '../../../shared/refund-views.ts';
import { type ButtonVariant, buttonClass } from '../../../ui/button.tsx';
import { Chip } from '../../../ui/chip.tsx';
import { useLocalDate } from '../../components/account/local-time.tsx';
import { PageLink } from '../../components/page-link.tsx';
import { OfferMark } from '../../components/plans/offer-mark.tsx';
import { useFormat } from '../../format.ts';
import { useTranslation } from '../../translation.tsx';

/** One line: what it was, what was used, and what its buyer can do. */
export function RefundRow({ line }: { line: RefundableView }) {
  const { t, locale } = useTranslation();
  const format = useFormat();
  const dateOf = useLocalDate();
  const name = `${line.name[locale]} ${format.planData(line)}`;
  const facts = [
    t('refunds.list.bought', { price: format.money(line.price), date: dateOf(line.paidAt) }),
    `${useStateOf(line)}.`,
    ...(line.right.what === 'refund' ? [t('refunds.state.until', { date: dateOf(line.windowEndsAt) })] : []),
  ];
  return (
    <li className="refund-row">
      <OfferMark offer={line} />
      <b className="strong">{name}</b>
      <span className="refund-row__facts small muted">{facts.join(' ')}</span>
      <Action line={line} name={name} />
    </li>
  );
}

function useStateOf({ use, right }: RefundableView): string {
  const { t } = useTranslation();
  const format = useFormat();
  if (right.what === 'none' && right.why === 'refunded') return t('refunds.state.refunded');
  if (use === null) return right.what === 'refund' ? t('refunds.state.waiting') : t('refunds.state.unknown');
  if (use.state === 'finished' || use.state === 'expired') return t('refunds.state.ended');
  if (use.planMb === 0 && use.usedDays > 0) return t('refunds.state.usedDays', { count: use.usedDays });
  return use.usedMb === 0 ? t('refunds.state.unused') : t('refunds.state.used', { data: format.fine(use.usedMb) });
}

function Action({ line, name }: { line: RefundableView; name: string }) {
  const { t } = useTranslation();
  const state = useStateOf(line);
  const format = useFormat();
  const { right, fault, request, orderId } = line;
  const link = (text: string, variant: ButtonVariant, ask = false) => (
    <PageLink
      className={buttonClass({ variant })}
      to={paths.refund(orderId, line.line, { ask })}
      aria-label={`${text}, ${name}`}
    >
      {text}
    </PageLink>
  );
  if (request !== null && request.state !== 'refused') return link(t('refunds.see'), 'secondary');
  if (right.what === 'refund') return link(t('refunds.action', { amount: format.money(right.amount) }), 'primary');
  if (right.what === 'ask') return link(t('refunds.fault'), 'secondary');
  if (fault !== null) return link(t('refunds.fault'), 'secondary', true);
  return (
    <span className="refund-row__state">
      <Chip>{state}</Chip>
    </span>
  );
}
