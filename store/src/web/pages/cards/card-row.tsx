import { useRef, useState } from 'react';
import { formatMoney } from '../../../i18n/format.ts';
import { paths } from '../../../shared/paths.ts';
import { brandName, cardEndAt, endOnCard } from '../../../shared/saved-cards.ts';
import type { SavedCardView } from '../../../shared/views.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Switch } from '../../../ui/switch.tsx';
import { useNow } from '../../components/account/now.tsx';
import { PageLink } from '../../components/page-link.tsx';
import { useFormat } from '../../format.ts';
import { useTranslation } from '../../translation.tsx';
import { BrandMark } from './brand-mark.tsx';
import { CardRemoval, type Then } from './card-removal.tsx';
import { useUseWords } from './use-words.ts';

type Props = {
  card: SavedCardView;
  /** The other cards of the account, the first choice first. */
  others: readonly SavedCardView[];
  /** Of several cards the one that is offered first. */
  isFirst: boolean;
  /** Throws when the card was not removed. */
  onRemove: (then: Then) => Promise<void>;
  /** Resolves to false when it is not the first choice. */
  onPrefer: () => Promise<boolean>;
  /** Resolves to false when the auto top-up is still on. */
  onSwitchOff: (use: Use) => Promise<boolean>;
};

type Use = SavedCardView['autoTopUps'][number];

/** A saved card with its end, what pays with it, and its removal. */
export function CardRow({ card, others, isFirst, onRemove, onPrefer, onSwitchOff }: Props) {
  const { t } = useTranslation();
  const now = new Date(useNow());
  const [asks, setAsks] = useState(false);
  const row = useRef<HTMLLIElement>(null);
  const words = { brand: brandName(card.brand), digits: card.last4 };

  // What was pressed is gone then: the focus stays with the card.
  const stay = (done: boolean) => done && row.current?.querySelector('button')?.focus();

  return (
    <li className="saved-card" ref={row}>
      <BrandMark brand={card.brand} />
      <div>
        <b>{t('cards.name', words)}</b>
        <End card={card} isFirst={isFirst} />
      </div>
      <Button variant="danger" aria-label={t('cards.remove.label', words)} onClick={() => setAsks(true)}>
        {t('cards.remove.action')}
      </Button>
      <Uses
        card={card}
        onPrefer={isFirst || others.length === 0 ? undefined : () => void onPrefer().then(stay)}
        onSwitchOff={(use) => void onSwitchOff(use).then(stay)}
      />
      <Dialog
        open={asks}
        onClose={() => setAsks(false)}
        title={t('cards.remove.label', words)}
        closeLabel={t('cards.remove.close')}
        sheet
      >
        <CardRemoval
          card={card}
          others={others.filter((other) => cardEndAt(other, now) !== 'ended')}
          onRemove={onRemove}
          onKeep={() => setAsks(false)}
        />
      </Dialog>
    </li>
  );
}

const ENDS = {
  valid: { word: 'until', className: 'small muted' },
  'this-month': { word: 'thisMonth', className: 'small saved-card__ends' },
  ended: { word: 'ended', className: 'small saved-card__ended' },
} as const;

function End({ card, isFirst }: Pick<Props, 'card' | 'isFirst'>) {
  const { t } = useTranslation();
  const { word, className } = ENDS[cardEndAt(card, new Date(useNow()))];
  return (
    <p className="small muted">
      <span className={className}>{t(`cards.${word}`, { end: endOnCard(card) })}</span> {isFirst && t('cards.first')}
    </p>
  );
}

/** The auto top-ups that pay with the card, with what is spent of their cap. `onPrefer`: undefined for the first choice. */
function Uses({
  card,
  onPrefer,
  onSwitchOff,
}: Pick<Props, 'card'> & { onPrefer: (() => void) | undefined; onSwitchOff: (use: Use) => void }) {
  const { t, locale } = useTranslation();
  const format = useFormat();
  const esimOf = useUseWords();
  const { autoTopUps } = card;
  const words = { brand: brandName(card.brand), digits: card.last4 };
  return (
    <ul className="saved-card__uses">
      {autoTopUps.map((use) => (
        <li key={`${use.orderId}/${use.line}`}>
          <span className="flex-1">
            <PageLink className="link" to={paths.order(use.orderId, use.line)}>
              {esimOf(use)}
            </PageLink>
            {t('cards.use', { data: format.data(use.adds.dataMb) })}
          </span>
          <span className="saved-card__spent tnum muted">
            <b className="strong">{formatMoney(use.spent, locale)}</b>{' '}
            {t('cards.spent', { cap: formatMoney(use.cap, locale) })}
          </span>
          <Switch label={t('cards.switch', { esim: esimOf(use) })} on onChange={() => onSwitchOff(use)} />
        </li>
      ))}
      {(autoTopUps.length === 0 || onPrefer !== undefined) && (
        <li>
          <span className="muted">{autoTopUps.length === 0 && t('cards.unused')}</span>
          {onPrefer !== undefined && (
            <button
              type="button"
              className="link saved-card__prefer"
              aria-label={t('cards.prefer.label', words)}
              onClick={onPrefer}
            >
              {t('cards.prefer.action')}
            </button>
          )}
        </li>
      )}
    </ul>
  );
}
