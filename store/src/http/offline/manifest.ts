import { THEME } from '../../shared/theme-values.ts';
import { Hono } from 'hono';
import { translator } from '../../i18n/i18n.ts';
import { BRAND } from '../../shared/brand.ts';
import { eachLocale, isLocale, type Locale } from '../../shared/locale.ts';
import { addressIn } from '../../shared/page-address.ts';
import { paths } from '../../shared/paths.ts';
import type { HttpEnv } from '../context.ts';
import type { CopyHeaders } from '../edge/copies.ts';
import { storeAnswer } from '../answers/stored-answer.ts';

/** The dark colour of the header, which also fills the screen while the app starts. */
const INK = THEME['surface-ink'];

/**
 * `GET /manifest.webmanifest?lang=`: name and appearance of the installed site (W3C, Web Application Manifest). Browsers
 * send no cookie with it, so pages name their language; without one the answer is in the language of the request.
 */
export function createManifestRoute(copies: CopyHeaders) {
  const routes = new Hono<HttpEnv>();
  const named = eachLocale((locale) =>
    answerIn(locale, { 'Cache-Control': 'public, max-age=3600', ...copies.sameForAll('store') }),
  );
  const negotiated = eachLocale((locale) =>
    answerIn(locale, { 'Cache-Control': 'private, max-age=3600', Vary: 'Cookie, Accept-Language' }),
  );
  routes.get(paths.manifest(), (c) => {
    const asked = c.req.query('lang');
    return (isLocale(asked) ? named[asked] : negotiated[c.get('locale')]).respond(c.req.raw);
  });
  return routes;
}

const answerIn = (locale: Locale, headers: Record<string, string>) =>
  storeAnswer(JSON.stringify(manifestIn(locale)), { 'Content-Type': 'application/manifest+json', ...headers });

function manifestIn(locale: Locale) {
  const t = translator(locale);
  const shortcut = (name: string, url: string) => ({ name, url });
  return {
    // One app for all languages: its pages use the reader's.
    id: paths.home(),
    start_url: paths.home(),
    scope: paths.home(),
    name: BRAND,
    short_name: BRAND,
    description: t('offline.app.description'),
    lang: locale,
    dir: 'ltr',
    display: 'standalone',
    background_color: INK,
    theme_color: INK,
    categories: ['travel', 'utilities'],
    icons: [
      { src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png', purpose: 'any' },
      { src: '/icons/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'any' },
      { src: '/icons/maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
      { src: '/icon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' },
    ],
    shortcuts: [
      shortcut(t('offline.app.esims'), paths.profile()),
      shortcut(t('offline.app.plans'), addressIn(locale, paths.plans())),
      shortcut(t('offline.app.help'), addressIn(locale, paths.help())),
    ],
  };
}
