import { useLocation } from 'react-router';
import { eachLocale, type Localized } from '../../../shared/locale.ts';
import { addressIn, specifiedPath } from '../../../shared/page-address.ts';
import { paths } from '../../../shared/paths.ts';
import { useRootData } from '../../root-data.ts';
import { useTranslation } from '../../translation.tsx';

/** The specified route of this page, for any language, spelling or query. */
export function usePagePath(): string {
  const path = specifiedPath(useLocation().pathname).toLowerCase();
  return path === '/' ? path : path.replace(/\/+$/, '');
}

/** Returns the absolute URL of a page in the current language; default: this page. */
export function usePageUrl(): (path?: string) => string {
  const { locale } = useTranslation();
  const { publicUrl } = useRootData();
  const page = usePagePath();
  return (path = page) => new URL(addressIn(locale, path), publicUrl).href;
}

/** The absolute URL of this page in each language. */
export function useLanguageUrls(): Localized {
  const { publicUrl } = useRootData();
  const page = usePagePath();
  return eachLocale((locale) => new URL(addressIn(locale, page), publicUrl).href);
}

/** The absolute URL of this page's preview picture: the destination's, the article's, or the store's. */
export function usePictureUrl(): string {
  const { locale } = useTranslation();
  const { publicUrl } = useRootData();
  return new URL(paths.picture(locale, pictureOf(usePagePath())), publicUrl).href;
}

function pictureOf(page: string): string | undefined {
  const [, first, second, third] = page.split('/');
  if (first === 'plans' && (second === 'global' || third !== undefined)) return third ?? 'global';
  return first === 'blog' && second !== undefined && third === undefined ? `blog.${second}` : undefined;
}
