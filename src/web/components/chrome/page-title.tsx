import { useLocation } from 'react-router';
import { BRAND } from '../../../shared/brand.ts';
import { LOCALES } from '../../../shared/locale.ts';
import { addressIn, isPublicPath } from '../../../shared/page-address.ts';
import { useRootData } from '../../root-data.ts';
import { useTranslation } from '../../translation.tsx';

type Props = {
  title: string;
  /** One or two sentences for search results and previews. Every public page has one. */
  description?: string;
  /** For errors: search engines leave it out, as they do pages of one person. */
  unlisted?: boolean;
};

/** What the document's head says about a page; it follows the language at once (React lifts it into the head). */
export function PageTitle({ title, description, unlisted = false }: Props) {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const listed = !unlisted && isPublicPath(pathname);
  return (
    <>
      <title>{t('chrome.title', { page: title, brand: BRAND })}</title>
      {description !== undefined && <meta name="description" content={description} />}
      {listed ? (
        <>
          <Addresses />
          <Preview title={title} description={description} />
        </>
      ) : (
        <meta name="robots" content="noindex" />
      )}
    </>
  );
}

/** The one address of this page in each language, whatever spelling or query led here. */
function usePageUrls() {
  const { locale } = useTranslation();
  const { pathname } = useLocation();
  const { publicUrl } = useRootData();
  const path = pathname.toLowerCase().replace(/\/+$/, '');
  const [en, fr] = LOCALES.map((each) => new URL(addressIn(each, path), publicUrl).href);
  return { en, fr, canonical: locale === 'fr' ? fr : en };
}

function Addresses() {
  const { en, fr, canonical } = usePageUrls();
  return (
    <>
      <link rel="canonical" href={canonical} />
      <link rel="alternate" hrefLang="en" href={en} />
      <link rel="alternate" hrefLang="fr" href={fr} />
      <link rel="alternate" hrefLang="x-default" href={en} />
    </>
  );
}

/** Open Graph: how a link to this page is shown elsewhere. */
function Preview({ title, description }: { title: string; description: string | undefined }) {
  const { locale } = useTranslation();
  const { canonical } = usePageUrls();
  return (
    <>
      <meta property="og:site_name" content={BRAND} />
      <meta property="og:type" content="website" />
      <meta property="og:title" content={title} />
      {description !== undefined && <meta property="og:description" content={description} />}
      <meta property="og:url" content={canonical} />
      <meta property="og:locale" content={locale === 'fr' ? 'fr_FR' : 'en_US'} />
      <meta name="twitter:card" content="summary" />
    </>
  );
}
