import { useId } from 'react';
import type { WithdrawalChoices, WithdrawalLine } from '../../../shared/withdrawal.ts';
import { ErrorIcon } from '../../../ui/icons.tsx';
import { Unbroken } from '../../components/unbroken.tsx';
import { useFormat } from '../../format.ts';
import { useTranslation } from '../../translation.tsx';

/**
 * The plans of the order. The only one is chosen; of several the reader chooses, unless the page of one led here. `of`: the
 * number of the order whose plans these are, because the field above can be changed.
 */
export function LineChoice({
  choices: { number, lines },
  ticked,
  noLine,
}: {
  choices: WithdrawalChoices;
  ticked: readonly number[] | null;
  noLine: boolean;
}) {
  const { t } = useTranslation();
  const id = useId();
  return (
    <fieldset className="withdraw-lines" aria-describedby={noLine ? id : undefined}>
      <legend>{t('withdraw.form.what')}</legend>
      <input type="hidden" name="of" value={number} />
      <div className="withdraw-lines__list">
        {lines.map((line) => (
          <label key={line.position}>
            <input
              type="checkbox"
              className="box"
              name="line"
              value={line.position}
              defaultChecked={ticked?.includes(line.position) ?? lines.length === 1}
              aria-invalid={noLine || undefined}
            />
            <LineName line={line} />
            <ShareWords line={line} />
          </label>
        ))}
      </div>
      {noLine && (
        <p className="error" id={id}>
          <ErrorIcon size={16} />
          {t('withdraw.faults.lines')}
        </p>
      )}
    </fieldset>
  );
}

/** The same plans without a choice: in the page of the mailed link. */
export function LineList({ lines }: { lines: readonly WithdrawalLine[] }) {
  return (
    <ul className="withdraw-lines__list">
      {lines.map((line) => (
        <li key={line.position}>
          <LineName line={line} />
          <ShareWords line={line} />
        </li>
      ))}
    </ul>
  );
}

function LineName({ line }: { line: WithdrawalLine }) {
  const { t, locale } = useTranslation();
  const format = useFormat();
  const { name, forPlace, dataMb, unlimited, share } = line;
  const plan = `${name[locale]} ${unlimited ? t('plans.unlimited') : format.data(dataMb)}`;
  return (
    <span className="withdraw-lines__name">
      <Unbroken>{forPlace ? t('plans.planFor', { plan, place: forPlace[locale] }) : plan}</Unbroken>{' '}
      {share.what === 'back' && share.kept.amount > 0 && (
        <small>
          {unlimited
            ? t('withdraw.form.usedDays', { count: share.usedDays })
            : t('withdraw.form.used', { used: format.fine(share.usedMb) })}
        </small>
      )}
    </span>
  );
}

function ShareWords({ line: { share } }: { line: WithdrawalLine }) {
  const { t } = useTranslation();
  const format = useFormat();
  if (share.what === 'back')
    return <span className="tnum strong">{t('withdraw.form.back', { amount: format.money(share.back) })}</span>;
  return (
    <span className="small muted">
      {share.what === 'person' ? t('withdraw.form.person') : t(`withdraw.form.nothing.${share.why}`)}
    </span>
  );
}

/** What is kept of each plan that was used, with its sum. */
export function KeptNotes({ lines }: { lines: readonly WithdrawalLine[] }) {
  const { t } = useTranslation();
  const format = useFormat();
  return lines.map(({ position, dataMb, days, unlimited, share }) => {
    if (share.what !== 'back' || share.kept.amount === 0) return null;
    const amount = format.money(share.kept);
    return (
      <span key={position}>
        {' '}
        {unlimited
          ? t('withdraw.form.keptDays', { used: share.usedDays, total: t('plans.days', { count: days }), amount })
          : t('withdraw.form.keptData', { used: format.fine(share.usedMb), total: format.data(dataMb), amount })}
      </span>
    );
  });
}
