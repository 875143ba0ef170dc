import { useLocation } from 'react-router';
import { eachLocale, type Localized } from '../../../shared/locale.ts';
import { addressIn, specifiedPath } from '../../../shared/page-address.ts';
import { paths } from '../../../shared/paths.ts';
import { useRootData } from '../../root-data.ts';
import { useTranslation } from '../../translation.tsx';

/** The specified route of this page, whatever language, spelling or query led here. */
export function usePagePath(): string {
  const path = specifiedPath(useLocation().pathname).toLowerCase();
  return path === '/' ? path : path.replace(/\/+$/, '');
}

/** The absolute address of a page in the language shown, by default of this one. */
export function usePageUrl(): (path?: string) => string {
  const { locale } = useTranslation();
  const { publicUrl } = useRootData();
  const page = usePagePath();
  return (path = page) => new URL(addressIn(locale, path), publicUrl).href;
}

/** The absolute address of this page in each language. */
export function useLanguageUrls(): Localized {
  const { publicUrl } = useRootData();
  const page = usePagePath();
  return eachLocale((locale) => new URL(addressIn(locale, page), publicUrl).href);
}

/** The absolute address of the picture that stands for this page elsewhere: its destination's, its article's, or the shop's. */
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
