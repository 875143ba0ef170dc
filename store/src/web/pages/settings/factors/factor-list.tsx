import { Button } from '../../../../ui/button.tsx';
import { LifeBuoyIcon, PhoneIcon } from '../../../../ui/icons.tsx';
import { MessageIcon } from '../../../../ui/message-icon.tsx';
import { useFormat } from '../../../format.ts';
import { useTranslation } from '../../../translation.tsx';
import type { AccountDetails } from '../use-account.ts';
import { type Factor, useFactorWords } from './use-factors.ts';

type Props = { details: AccountDetails; busy: boolean; onRemove: (factor: Factor) => void; onMakeCodes: () => void };

/** The factors of the account, and its recovery codes. */
export function FactorList({ details: { secondFactors, recoveryCodesLeft }, busy, onRemove, onMakeCodes }: Props) {
  const { t } = useTranslation();
  return (
    <ul className="settings-list">
      {secondFactors.map((factor) => (
        <FactorRow key={factor.id} factor={factor} disabled={busy} onRemove={() => onRemove(factor)} />
      ))}
      <li>
        <LifeBuoyIcon />
        <div className="min-w-0 grow basis-32">
          <b>{t('factors.list.codes')}</b>
          <p className="muted small">
            {recoveryCodesLeft === 0 ? t('factors.list.noCodes') : t('factors.list.left', { count: recoveryCodesLeft })}
          </p>
        </div>
        <Button variant="secondary" disabled={busy} onClick={onMakeCodes}>
          {t('factors.list.make')}
        </Button>
      </li>
    </ul>
  );
}

function FactorRow({ factor, disabled, onRemove }: { factor: Factor; disabled: boolean; onRemove: () => void }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { wayOf, nameOf } = useFactorWords();
  return (
    <li>
      {factor.kind === 'phone' ? <MessageIcon /> : <PhoneIcon />}
      <div className="min-w-0 grow basis-32">
        <b className="break-words">{nameOf(factor)}</b>
        <p className="muted small break-words">
          {[
            ...(factor.name === null ? [] : [wayOf(factor)]),
            ...(factor.addedAt === null
              ? []
              : [t('factors.list.added', { date: format.date(new Date(factor.addedAt)) })]),
          ].join(' · ')}
        </p>
      </div>
      <Button
        variant="secondary"
        disabled={disabled}
        aria-label={t('factors.list.removeName', { name: nameOf(factor) })}
        onClick={onRemove}
      >
        {t('factors.list.remove')}
      </Button>
    </li>
  );
}
