import { useState } from 'react';
import { formatMoney } from '../../../i18n/format.ts';
import { codeOf } from '../../../shared/errors.ts';
import { paths } from '../../../shared/paths.ts';
import { brandName, cardEndAt, endOnCard } from '../../../shared/saved-cards.ts';
import type { SavedCardView } from '../../../shared/views.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { useNow } from '../../components/account/now.tsx';
import { PageLink } from '../../components/page-link.tsx';
import { useTranslation } from '../../translation.tsx';
import { BrandMark } from './brand-mark.tsx';

type Props = {
  card: SavedCardView;
  /** Throws when the card was not removed. */
  onRemove: (switchOff: boolean) => Promise<void>;
};

/** A saved card with its end, what pays with it, and its removal. */
export function CardRow({ card, onRemove }: Props) {
  const { t } = useTranslation();
  const [asks, setAsks] = useState(false);
  const words = { brand: brandName(card.brand), digits: card.last4 };
  return (
    <li className="saved-card">
      <BrandMark brand={card.brand} />
      <div>
        <b>{t('cards.name', words)}</b>
        <End card={card} />
      </div>
      <Button variant="danger" aria-label={t('cards.remove.label', words)} onClick={() => setAsks(true)}>
        {t('cards.remove.action')}
      </Button>
      <Uses card={card} />
      <Dialog
        open={asks}
        onClose={() => setAsks(false)}
        title={t('cards.remove.label', words)}
        closeLabel={t('cards.remove.close')}
      >
        <Removal card={card} onRemove={onRemove} onKeep={() => setAsks(false)} />
      </Dialog>
    </li>
  );
}

function End({ card }: { card: SavedCardView }) {
  const { t } = useTranslation();
  const end = endOnCard(card);
  switch (cardEndAt(card, new Date(useNow()))) {
    case 'valid':
      return <p className="small muted">{t('cards.until', { end })}</p>;
    case 'this-month':
      return <p className="small saved-card__ends">{t('cards.thisMonth', { end })}</p>;
    case 'ended':
      return <p className="small saved-card__ended">{t('cards.ended', { end })}</p>;
  }
}

/** The auto top-ups that pay with the card, with what is spent of their cap. */
function Uses({ card: { autoTopUps } }: { card: SavedCardView }) {
  const { t, locale } = useTranslation();
  if (autoTopUps.length === 0) return <p className="saved-card__uses small muted">{t('cards.unused')}</p>;
  return (
    <ul className="saved-card__uses">
      {autoTopUps.map(({ orderId, line, name, spent, cap }) => (
        <li key={`${orderId}/${line}`}>
          <span>
            <PageLink className="link" to={paths.order(orderId)}>
              {name}
            </PageLink>
            {t('cards.use')}
          </span>
          <span className="tnum muted nowrap">
            <b className="strong">{formatMoney(spent, locale)}</b> {t('cards.spent', { cap: formatMoney(cap, locale) })}
          </span>
        </li>
      ))}
    </ul>
  );
}

/** Asks before the card is removed. Mounted anew for each question. */
function Removal({ card, onRemove, onKeep }: Props & { onKeep: () => void }) {
  const { t, locale } = useTranslation();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<'changed' | 'away' | 'failed'>();
  const { autoTopUps } = card;

  async function remove(): Promise<void> {
    setBusy(true);
    setProblem(undefined);
    try {
      await onRemove(autoTopUps.length > 0);
    } catch (error) {
      const code = codeOf(error);
      setProblem(code === 'card-in-use' ? 'changed' : code === 'payment-unavailable' ? 'away' : 'failed');
      setBusy(false);
    }
  }

  return (
    <div className="stack gap-5">
      {problem !== undefined && <Alert tone="danger">{t(`cards.remove.${problem}`)}</Alert>}
      <p>{autoTopUps.length === 0 ? t('cards.remove.ask') : t('cards.remove.uses', { count: autoTopUps.length })}</p>
      {autoTopUps.length > 0 && (
        <dl className="saved-card__caps">
          {autoTopUps.map(({ orderId, line, name, spent, cap }) => (
            <div key={`${orderId}/${line}`}>
              <dt>{name}</dt>
              <dd className="tnum nowrap">
                {t('cards.remove.spent', { spent: formatMoney(spent, locale), cap: formatMoney(cap, locale) })}
              </dd>
            </div>
          ))}
        </dl>
      )}
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
