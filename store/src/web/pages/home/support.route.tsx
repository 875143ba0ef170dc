import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { PageTitle } from '../../components/chrome/page-title.tsx';
import { SupportSection } from './support-section.tsx';
import { SUPPORT_PLACES, SupportMore } from './support-more.tsx';
import { entriesFor } from '../../help-entries.ts';
import { loadOffers } from '../../offers-loader.ts';
import { useTranslation } from '../../translation.tsx';
import type { PageHandle } from '../../sheets.tsx';

export const handle: PageHandle = { sheets: ['home', 'help'] };

export async function loader(args: LoaderFunctionArgs) {
  return {
    offers: await loadOffers(args),
    entries: entriesFor(args.context, Object.values(SUPPORT_PLACES).flat()),
  };
}

export default function SupportPage() {
  const { t } = useTranslation();
  const { offers, entries } = useLoaderData<typeof loader>();
  return (
    <>
      <PageTitle title={t('home.support.title')} description={t('home.support.subtitle')} />
      <SupportSection offers={offers} level="h1">
        <SupportMore entries={entries} />
      </SupportSection>
    </>
  );
}
