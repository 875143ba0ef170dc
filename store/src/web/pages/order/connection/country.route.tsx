import { data, type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { auth } from '../../../../i18n/areas/auth.ts';
import { autotopup } from '../../../../i18n/areas/autotopup.ts';
import { connection } from '../../../../i18n/areas/connection.ts';
import { errors } from '../../../../i18n/areas/errors.ts';
import { esim } from '../../../../i18n/areas/esim.ts';
import { notices } from '../../../../i18n/areas/notices.ts';
import { replacement } from '../../../../i18n/areas/replacement.ts';
import { keep } from '../../../../i18n/areas/keep.ts';
import { order } from '../../../../i18n/areas/order.ts';
import { profile } from '../../../../i18n/areas/profile.ts';
import { switches } from '../../../../i18n/areas/switches.ts';
import type { Places } from '../../../../shared/connection/about.ts';
import { topup } from '../../../../i18n/areas/topup.ts';
import { formatList } from '../../../../i18n/format.ts';
import { paths } from '../../../../shared/paths.ts';
import type { OrderView } from '../../../../shared/views.ts';
import { Alert } from '../../../../ui/alert.tsx';
import { Card } from '../../../../ui/card.tsx';
import type { Caller } from '../../../api.ts';
import { PageTitle } from '../../../components/chrome/page-title.tsx';
import { PageLink } from '../../../components/page-link.tsx';
import { addMessages } from '../../../messages.ts';
import { useSession } from '../../../session/session.ts';
import type { PageHandle } from '../../../sheets.tsx';
import { useTranslation } from '../../../translation.tsx';
import { ClosedOrder } from '../closed-order.tsx';
import { useLineWords } from '../order-words.ts';
import { PlansThere } from './country-answer.tsx';
import { CountryForm } from './country-form.tsx';
import { Crumbs } from './crumbs.tsx';
import { openLine, placesFor, type Shown } from './line-loader.ts';
import { OwnLinePage } from './own-line.tsx';

export const handle: PageHandle = { sheets: ['account'] };

addMessages({ auth, autotopup, connection, errors, esim, keep, notices, order, profile, replacement, switches, topup });

export function headers() {
  return { 'Cache-Control': 'private, no-store', 'Referrer-Policy': 'no-referrer' };
}

/** "In another country?": whether an eSIM works where the traveller is, and the plans that do. */
export async function loader(args: LoaderFunctionArgs) {
  const orderId = args.params['orderId'] ?? '';
  const shown = await openLine(args, new URL(args.request.url).searchParams.get('in'));
  if (shown === null) return data({ orderId, page: null }, { status: 404 });
  const places = await placesFor(args, shown.about);
  return data({ orderId, page: { shown, places } }, { status: places.problem === null ? 200 : 400 });
}

export default function CountryPage() {
  const { orderId, page } = useLoaderData<typeof loader>();
  const session = useSession();
  if (page === null || (page.shown.isAccounts && session.status === 'signed-out'))
    return <ClosedOrder key={orderId} orderId={orderId} Screen={OwnCountry} />;
  return <Country {...page} />;
}

/** The same for the owner of the order whom no cookie identifies. */
function OwnCountry({ first, caller }: { first: OrderView; caller: Caller }) {
  return (
    <OwnLinePage order={first} caller={caller}>
      {({ shown, places }) => <Country shown={shown} places={places} />}
    </OwnLinePage>
  );
}

function Country({ shown, places }: { shown: Shown; places: Places }) {
  const { t } = useTranslation();
  const { order: bought, number, line, about } = shown;
  const { destination } = useLineWords()(line);
  return (
    <div className="wrap connection">
      <PageTitle title={t('connection.country.title')} />
      <header className="stack gap-2">
        <Crumbs order={bought} line={number} page={t('connection.country.title')} />
        <h1 className="h-display">{t('connection.country.title')}</h1>
        <p className="lede">{t('connection.country.lede', { destination })}</p>
      </header>
      <div role="status">{about.country !== null && <Answer shown={shown} />}</div>
      <Card padded>
        <CountryForm action={paths.otherCountry(bought.id, number).split('?')[0]!} places={places}>
          <input type="hidden" name="line" value={number} />
        </CountryForm>
      </Card>
    </div>
  );
}

function Answer({ shown: { order: bought, number, line, about } }: { shown: Shown }) {
  const { t, locale } = useTranslation();
  const { destination } = useLineWords()(line);
  const country = about.country?.name[locale] ?? '';
  if (about.covered === null)
    return (
      <Alert tone="info" title={t('connection.country.unstated', { country })}>
        {t('connection.country.unstatedText', { destination })}
      </Alert>
    );
  if (about.covered)
    return (
      <Alert tone="success" title={t('connection.country.covered', { destination, country })}>
        {about.networks.length > 0 && (
          <p>{t('connection.networks', { country, networks: formatList(about.networks, locale) })}</p>
        )}
        <p>
          {t('connection.country.coveredText')}{' '}
          <PageLink className="link" to={paths.noConnection(bought.id, number, `&in=${about.country?.code}`)}>
            {t('connection.country.connection')}
          </PageLink>
        </p>
      </Alert>
    );
  return (
    <Alert tone="warning" title={t('connection.country.notCovered', { destination, country })}>
      <PlansThere plans={about.plansThere} />
    </Alert>
  );
}
