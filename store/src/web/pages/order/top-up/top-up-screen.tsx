import { useLoaderData, useSearchParams } from 'react-router';
import { paths } from '../../../../shared/paths.ts';
import type { OrderView } from '../../../../shared/views.ts';
import { Card } from '../../../../ui/card.tsx';
import { ChevronRightIcon } from '../../../../ui/icons.tsx';
import type { Caller } from '../../../api.ts';
import { PageTitle } from '../../../components/chrome/page-title.tsx';
import { PageLink } from '../../../components/page-link.tsx';
import { useTranslation } from '../../../translation.tsx';
import { useLineWords } from '../order-words.ts';
import type { loadTopUps } from './top-up-loader.ts';
import { TopUpOffer } from './top-up-offer.tsx';

/** The page that adds a plan to one eSIM of an order. */
export function TopUpScreen({ first: order, caller }: { first: OrderView; caller: Caller }) {
  const { t } = useTranslation();
  const { number: asked, offered, keys, texts } = useLoaderData<typeof loadTopUps>();
  const [query] = useSearchParams();
  const wordsOf = useLineWords();
  const number = order.lines[asked - 1] === undefined ? 1 : asked;
  const line = order.lines[number - 1]!;
  const title = t('topup.title', { destination: wordsOf(line).destination });
  return (
    <div className="wrap top-up-page">
      <PageTitle title={title} />
      <header className="stack gap-2.5">
        <nav className="crumbs" aria-label={t('topup.crumbs')}>
          <PageLink to={paths.order(order.id, number)}>{t('topup.order', { number: order.number })}</PageLink>
          <ChevronRightIcon size={14} />
          <span aria-current="page">{t('profile.esims.topUp')}</span>
        </nav>
        <h1 className="h-display">{title}</h1>
        <p className="lede">{t('topup.lede')}</p>
      </header>
      <Card padded>
        <TopUpOffer
          order={order}
          line={line}
          number={number}
          caller={caller}
          texts={texts}
          first={offered}
          keys={keys}
          chosen={query.get('plan')}
          problem={query.get('problem')}
        />
      </Card>
    </div>
  );
}
