import type { TopUpReason } from '../../../../shared/top-up.ts';
import { paths } from '../../../../shared/paths.ts';
import { buttonClass } from '../../../../ui/button.tsx';
import { BuyAgain } from '../../../components/account/buy-again.tsx';
import { PageLink } from '../../../components/page-link.tsx';
import { useTranslation } from '../../../translation.tsx';
import { useNewEsimWords } from '../use/new-esim-words.ts';
import type { OfferProps } from './offer-props.ts';

const WORDS = {
  'not-ready': 'notReady',
  ended: 'ended',
  replaced: 'replaced',
  'not-supported': 'notSupported',
  'none-offered': 'noneOffered',
  'unavailable-now': 'unavailableNow',
  refunded: 'refunded',
  disputed: 'disputed',
} as const satisfies Record<TopUpReason, string>;

/** The buyer has another eSIM, or gets one: the order shows it. */
const AT_THE_ORDER: readonly TopUpReason[] = ['not-ready', 'replaced'];

/** Why nothing can be added, and what to buy instead. `onLook`: asks the wholesaler again. */
export function RefusedTopUp({
  order,
  line,
  number,
  reason,
  onLook,
}: Pick<OfferProps, 'order' | 'line' | 'number'> & { reason: TopUpReason; onLook: () => void }) {
  const { t } = useTranslation();
  const newEsim = useNewEsimWords();
  const word = WORDS[reason];
  const isAtOrder = AT_THE_ORDER.includes(reason);
  return (
    <div className="stack gap-4" role="status">
      <div>
        <h2 className="h-sec mb-1">{t(`topup.reason.${word}.title`)}</h2>
        <p>{t(`topup.reason.${word}.text`)}</p>
      </div>
      {!isAtOrder && <p className="muted">{newEsim(line, 'instead')}</p>}
      <div className="row flex-wrap">
        {isAtOrder ? (
          <PageLink className={buttonClass()} to={paths.order(order.id, number)}>
            {t('topup.toOrder')}
          </PageLink>
        ) : (
          <BuyAgain plan={line} variant="primary" />
        )}
        {reason === 'unavailable-now' && (
          <PageLink
            className={buttonClass({ variant: 'secondary' })}
            to={paths.topUp(order.id, number)}
            onClick={(event) => {
              event.preventDefault();
              onLook();
            }}
          >
            {t('topup.retry')}
          </PageLink>
        )}
      </div>
    </div>
  );
}
