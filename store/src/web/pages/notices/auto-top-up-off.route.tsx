import { data, type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { autotopup } from '../../../i18n/areas/autotopup.ts';
import type { AutoTopUpLink } from '../../../shared/auto-top-up.ts';
import { paths } from '../../../shared/paths.ts';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { CheckIcon } from '../../../ui/icons.tsx';
import { PageTitle } from '../../components/chrome/page-title.tsx';
import { PageLink } from '../../components/page-link.tsx';
import { WrongLink } from '../../components/wrong-link.tsx';
import { servicesContext } from '../../context.ts';
import { useFormat } from '../../format.ts';
import { addMessages } from '../../messages.ts';
import type { PageHandle } from '../../sheets.tsx';
import { useTranslation } from '../../translation.tsx';

addMessages({ autotopup });

export const handle: PageHandle = { sheets: ['account'] };

/** The address has a token: it is not sent as a referrer, and no cache keeps the page. */
export function headers() {
  return { 'Cache-Control': 'private, no-store', 'Referrer-Policy': 'no-referrer' };
}

/** Reads only. The button is a form, which works without script (http/pages/auto-top-up-page.ts). */
export async function loader({ params, context }: LoaderFunctionArgs) {
  const found = await context.get(servicesContext).autoTopUpSwitch.ofToken(params['token'] ?? '');
  return data({ found }, { status: found === null ? 404 : 200 });
}

export default function AutoTopUpOffPage() {
  const { found } = useLoaderData<typeof loader>();
  if (found === null) return <Wrong />;
  return found.isOff ? <IsOff found={found} /> : <Ask found={found} />;
}

/** One button: mail scanners open links, so that opening this page changes nothing. */
function Ask({ found: { name, dataMb, price } }: { found: AutoTopUpLink }) {
  const { t, locale } = useTranslation();
  const format = useFormat();
  const title = t('autotopup.link.title');
  return (
    <div className="wrap unsubscribe-page">
      <PageTitle title={title} />
      <div className="stack gap-4">
        <h1>{title}</h1>
        <p className="muted">
          {t('autotopup.link.text', { data: format.data(dataMb), price: format.money(price), place: name[locale] })}
        </p>
      </div>
      <form method="post">
        <Button type="submit" size="lg">
          {t('autotopup.link.button')}
        </Button>
      </form>
    </div>
  );
}

function IsOff({ found: { name, orderId, line } }: { found: AutoTopUpLink }) {
  const { t, locale } = useTranslation();
  const title = t('autotopup.link.done');
  return (
    <div className="wrap unsubscribe-page">
      <PageTitle title={title} />
      <div className="stack gap-4">
        <span className="unsubscribe-page__mark" aria-hidden="true">
          <CheckIcon size={24} strokeWidth={2.5} />
        </span>
        <h1>{title}</h1>
        <p className="muted">{t('autotopup.link.doneText', { place: name[locale] })}</p>
      </div>
      <p>
        <PageLink className={buttonClass({ variant: 'secondary' })} to={paths.order(orderId, line)}>
          {t('autotopup.link.page')}
        </PageLink>
      </p>
    </div>
  );
}

function Wrong() {
  const { t } = useTranslation();
  return (
    <WrongLink
      title={t('autotopup.link.wrong')}
      text={t('autotopup.link.wrongText')}
      leads={{ to: paths.profile(), words: t('autotopup.link.profile') }}
    />
  );
}
