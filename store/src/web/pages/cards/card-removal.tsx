import { useId, useState } from 'react';
import { formatMoney } from '../../../i18n/format.ts';
import { codeOf } from '../../../shared/errors.ts';
import { brandName, cardEndAt } from '../../../shared/saved-cards.ts';
import type { SavedCardView } from '../../../shared/views.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import { useNow } from '../../components/account/now.tsx';
import { useFormat } from '../../format.ts';
import { useTranslation } from '../../translation.tsx';
import { useUseWords } from './use-words.ts';

/** What becomes of the auto top-ups that pay with a removed card: another card's id, or they are switched off. */
export type Then = { payWith: string } | 'switch-off' | 'none';

type Props = {
  card: SavedCardView;
  /** The other cards of the account that have not ended. */
  others: readonly SavedCardView[];
  /** Throws when the card was not removed. */
  onRemove: (then: Then) => Promise<void>;
  onKeep: () => void;
};

const PROBLEMS: Partial<Record<string, 'changed' | 'away'>> = {
  'card-in-use': 'changed',
  'invalid-input': 'changed',
  'payment-unavailable': 'away',
};

/** Asks before a card is removed. Mounted anew for each question. */
export function CardRemoval({ card, others, onRemove, onKeep }: Props) {
  const { t } = useTranslation();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<'changed' | 'away' | 'failed'>();
  const [payWith, setPayWith] = useState<string | null>(others[0]?.id ?? null);
  const count = card.autoTopUps.length;
  const mayChoose = count > 0 && others.length > 0;

  async function remove(): Promise<void> {
    setBusy(true);
    setProblem(undefined);
    try {
      await onRemove(count === 0 ? 'none' : payWith === null ? 'switch-off' : { payWith });
    } catch (error) {
      setProblem(PROBLEMS[codeOf(error) ?? ''] ?? 'failed');
      setBusy(false);
    }
  }

  return (
    <div className="stack gap-5">
      {problem !== undefined && <Alert tone="danger">{t(`cards.remove.${problem}`)}</Alert>}
      <p>{t(mayChoose ? 'cards.remove.choose' : count > 0 ? 'cards.remove.uses' : 'cards.remove.ask', { count })}</p>
      {mayChoose && <Choice count={count} others={others} value={payWith} onChange={setPayWith} />}
      {count > 0 && <Caps card={card} />}
      <p className="small muted">{t('cards.remove.refunds')}</p>
      <div className="row saved-card__answers">
        <Button variant="secondary" disabled={busy} onClick={onKeep}>
          {t('cards.remove.keep')}
        </Button>
        <Button variant="danger" loading={busy} onClick={() => void remove()}>
          {t('cards.remove.confirm', { brand: brandName(card.brand), digits: card.last4 })}
        </Button>
      </div>
    </div>
  );
}

/** Native radio buttons: another card, or off. */
function Choice({
  count,
  others,
  value,
  onChange,
}: {
  count: number;
  others: readonly SavedCardView[];
  value: string | null;
  onChange: (payWith: string | null) => void;
}) {
  const { t } = useTranslation();
  const now = new Date(useNow());
  const name = useId();
  const options = [
    ...others.map((other) => ({
      id: other.id,
      label: t('cards.remove.payWith', { brand: brandName(other.brand), digits: other.last4 }),
      hint: t(cardEndAt(other, now) === 'this-month' ? 'cards.remove.endsSoon' : 'cards.remove.asAgreed'),
    })),
    { id: null, label: t('cards.remove.switchOff', { count }), hint: t('cards.remove.noticeInstead') },
  ];
  return (
    <fieldset className="saved-card__choice">
      <legend className="sr">{t('cards.remove.autoTopUps')}</legend>
      {options.map(({ id, label, hint }) => (
        <label key={id ?? 'off'}>
          <input type="radio" className="radio" name={name} checked={id === value} onChange={() => onChange(id)} />
          <span>
            {label}
            <small className="muted">{hint}</small>
          </span>
        </label>
      ))}
    </fieldset>
  );
}

/** The auto top-ups that pay with the card, and what is spent of their caps. */
function Caps({ card: { autoTopUps } }: Pick<Props, 'card'>) {
  const { t, locale } = useTranslation();
  const format = useFormat();
  const esimOf = useUseWords();
  return (
    <dl className="saved-card__caps">
      {autoTopUps.map((use) => (
        <div key={`${use.orderId}/${use.line}`}>
          <dt>{t('cards.remove.use', { esim: esimOf(use), data: format.data(use.adds.dataMb) })}</dt>
          <dd className="saved-card__spent tnum">
            {t('cards.remove.spent', { spent: formatMoney(use.spent, locale), cap: formatMoney(use.cap, locale) })}
          </dd>
        </div>
      ))}
    </dl>
  );
}
