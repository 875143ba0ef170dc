import { useLocation } from 'react-router';
import { LOCALES } from '../../../shared/locale.ts';
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

/** The absolute addresses of this page in English and French. */
export function useLanguageUrls(): { en: string; fr: string } {
  const { publicUrl } = useRootData();
  const page = usePagePath();
  const [en = '', fr = ''] = LOCALES.map((locale) => new URL(addressIn(locale, page), publicUrl).href);
  return { en, fr };
}

/** The absolute address of the picture that stands for this page elsewhere: its destination's, or the shop's. */
export function usePictureUrl(): string {
  const { locale } = useTranslation();
  const { publicUrl } = useRootData();
  const [, plans, kind, slug] = usePagePath().split('/');
  const isDestination = plans === 'plans' && (kind === 'global' || slug !== undefined);
  return new URL(paths.picture(locale, isDestination ? (slug ?? 'global') : undefined), publicUrl).href;
}
