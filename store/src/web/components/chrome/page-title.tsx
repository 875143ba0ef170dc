import { useLocation } from 'react-router';
import { BRAND } from '../../../shared/brand.ts';
import { FALLBACK_LOCALE, LANGUAGE_TAGS, LOCALES } from '../../../shared/locale.ts';
import { modeFacts } from '../../../shared/mode.ts';
import { isPublicPath } from '../../../shared/page-address.ts';
import { paths } from '../../../shared/paths.ts';
import { PICTURE_SIZE } from '../../../shared/picture-size.ts';
import { useRootData } from '../../root-data.ts';
import { useTranslation } from '../../translation.tsx';
import { StructuredData } from '../structured-data.tsx';
import { useLanguageUrls, usePagePath, usePageUrl, usePictureUrl } from './page-urls.ts';

type Props = {
  title: string;
  /** One or two sentences for search results and previews. Required for every public page. */
  description?: string;
  /** Excludes an error page from search engines, like personal pages. */
  unlisted?: boolean;
  /** The type of the page in link previews. */
  type?: 'website' | 'article';
};

/**
 * The metadata of a page for browsers, search engines and previews. It follows the language at once (React moves it
 * into the head), and derives the kind of page from the URL.
 */
export function PageTitle({ title, description, unlisted = false, type = 'website' }: Props) {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const { mode } = useRootData();
  const listed = !unlisted && isPublicPath(pathname);
  return (
    <>
      <title>{t('chrome.title', { page: title, brand: BRAND })}</title>
      {description !== undefined && <meta name="description" content={description} />}
      {listed && (
        <>
          <Addresses />
          <Preview title={title} description={description} type={type} />
          <Trail title={title} />
        </>
      )}
      {/* The other tags of a rehearsal are those of the live store, so that they can be tried. */}
      {(!listed || modeFacts(mode).isRehearsal) && <meta name="robots" content="noindex" />}
    </>
  );
}

function Addresses() {
  const urls = useLanguageUrls();
  const canonical = usePageUrl()();
  return (
    <>
      <link rel="canonical" href={canonical} />
      {LOCALES.map((each) => (
        <link key={each} rel="alternate" hrefLang={each} href={urls[each]} />
      ))}
      <link rel="alternate" hrefLang="x-default" href={urls[FALLBACK_LOCALE]} />
    </>
  );
}

/** Open Graph: the link preview on other sites. */
function Preview({ title, description, type }: Pick<Props, 'title' | 'description'> & { type: string }) {
  const { locale } = useTranslation();
  const url = usePageUrl()();
  const picture = usePictureUrl();
  return (
    <>
      <meta property="og:site_name" content={BRAND} />
      <meta property="og:type" content={type} />
      <meta property="og:title" content={title} />
      {description !== undefined && <meta property="og:description" content={description} />}
      <meta property="og:url" content={url} />
      <meta property="og:locale" content={LANGUAGE_TAGS[locale].replace('-', '_')} />
      <meta property="og:image" content={picture} />
      <meta property="og:image:width" content={String(PICTURE_SIZE.width)} />
      <meta property="og:image:height" content={String(PICTURE_SIZE.height)} />
      <meta name="twitter:card" content="summary_large_image" />
    </>
  );
}

/** The parent pages as a schema.org BreadcrumbList; the home page describes the store. */
function Trail({ title }: { title: string }) {
  const { t } = useTranslation();
  const page = usePagePath();
  const urlOf = usePageUrl();
  if (page === paths.home()) {
    const logo = new URL('/icon.svg', urlOf()).href;
    return <StructuredData thing={{ '@type': 'Organization', name: BRAND, url: urlOf(), logo }} />;
  }
  const above = [
    { path: paths.home(), name: BRAND },
    { path: paths.plans(), name: t('chrome.plans') },
    { path: paths.plansLocal(), name: t('plans.kinds.local') },
    { path: paths.plansRegional(), name: t('plans.kinds.regional') },
    { path: paths.coverage(), name: t('chrome.coverage') },
    { path: paths.help(), name: t('chrome.footer.help.help') },
    { path: paths.blog(), name: t('chrome.footer.company.blog') },
  ].filter(({ path }) => path === paths.home() || page.startsWith(`${path}/`));
  const itemListElement = [...above, { path: page, name: title }].map(({ path, name }, index) => ({
    '@type': 'ListItem',
    position: index + 1,
    name,
    item: urlOf(path),
  }));
  return <StructuredData thing={{ '@type': 'BreadcrumbList', itemListElement }} />;
}
