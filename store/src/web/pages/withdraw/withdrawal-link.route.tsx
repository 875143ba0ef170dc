import { data, type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { formatInstant } from '../../../i18n/format.ts';
import { withdraw } from '../../../i18n/areas/withdraw.ts';
import { paths } from '../../../shared/paths.ts';
import type { WithdrawalLink } from '../../../shared/withdrawal.ts';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { CheckIcon } from '../../../ui/icons.tsx';
import { PageTitle } from '../../components/chrome/page-title.tsx';
import { PageLink } from '../../components/page-link.tsx';
import { WrongLink } from '../../components/wrong-link.tsx';
import { servicesContext } from '../../context.ts';
import { addMessages } from '../../messages.ts';
import type { PageHandle } from '../../sheets.tsx';
import { useTranslation } from '../../translation.tsx';
import { LineList } from './line-choice.tsx';

addMessages({ withdraw });

export const handle: PageHandle = { sheets: ['withdraw'] };

/** The address has a token: it is not sent as a referrer, and no cache keeps the page. */
export function headers() {
  return { 'Cache-Control': 'private, no-store', 'Referrer-Policy': 'no-referrer' };
}

/** Reads only. The buttons are forms, which work without script (http/pages/withdrawal-link.ts). */
export async function loader({ params, context }: LoaderFunctionArgs) {
  const found = await context.get(servicesContext).withdrawalProof.look(params['token'] ?? '');
  return data({ found }, { status: found === null ? 404 : 200 });
}

export default function WithdrawalLinkPage() {
  const { found } = useLoaderData<typeof loader>();
  if (found === null) return <Wrong />;
  return found.state === 'open' ? <Ask found={found} /> : <Decided found={found} state={found.state} />;
}

/** Mail scanners open links, so that opening this page changes nothing. */
function Ask({ found: { submittedAt, orderNumber, lines } }: { found: WithdrawalLink }) {
  const { t, locale } = useTranslation();
  const title = t('withdraw.link.title');
  return (
    <div className="wrap withdraw">
      <PageTitle title={title} />
      <div className="stack gap-4">
        <h1>{title}</h1>
        <p className="wrap-anywhere">
          {t('withdraw.link.text', { time: formatInstant(submittedAt, locale, 'UTC'), number: orderNumber })}
        </p>
      </div>
      <LineList lines={lines} />
      <p className="muted">{t('withdraw.link.ends')}</p>
      <form method="post" className="row flex-wrap">
        <Button type="submit" size="lg">
          {t('withdraw.link.mine')}
        </Button>
        <Button type="submit" size="lg" variant="secondary" name="not-mine" value="1">
          {t('withdraw.link.notMine')}
        </Button>
      </form>
    </div>
  );
}

function Decided({
  found: { orderId },
  state,
}: {
  found: WithdrawalLink;
  state: Exclude<WithdrawalLink['state'], 'open'>;
}) {
  const { t } = useTranslation();
  const title = t(`withdraw.link.${state}`);
  return (
    <div className="wrap withdraw">
      <PageTitle title={title} />
      <div className="stack gap-4">
        {state === 'proved' && (
          <span className="withdraw__mark" aria-hidden="true">
            <CheckIcon size={24} strokeWidth={2.5} />
          </span>
        )}
        <h1>{title}</h1>
        <p className="muted">{t(`withdraw.link.${state}Text`)}</p>
      </div>
      <p className="row flex-wrap">
        <PageLink className={buttonClass({ variant: 'secondary' })} to={paths.order(orderId)}>
          {t('withdraw.link.order')}
        </PageLink>
        {state === 'other' && (
          <PageLink className={buttonClass({ variant: 'ghost' })} to={paths.contact()}>
            {t('withdraw.link.contact')}
          </PageLink>
        )}
      </p>
    </div>
  );
}

function Wrong() {
  const { t } = useTranslation();
  return (
    <WrongLink
      title={t('withdraw.link.wrong')}
      text={t('withdraw.link.wrongText')}
      leads={{ to: paths.contact(), words: t('withdraw.link.contact') }}
    />
  );
}
