import { FALLBACK_LOCALE, type Locale } from './locale.ts';
import type { LegalName } from './legal.ts';

/** Every address of the product, built here and nowhere else. Arguments are encoded. */
const segment = encodeURIComponent;

export const paths = {
  home: () => '/',
  section: (name: 'how-it-works' | 'plans' | 'coverage' | 'support') => `/${name}`,
  auth: () => '/auth',
  authAction: () => '/auth/action',
  profile: () => '/profile',
  settings: () => '/profile/settings',
  plans: () => '/plans',
  plansLocal: () => '/plans/local',
  plansRegional: () => '/plans/regional',
  plansGlobal: () => '/plans/global',
  /** `query`: of src/shared/data-use.ts, with its question mark. */
  plansData: (query = '') => `/plans/data${query}`,
  /** `query`: of src/shared/itinerary.ts, with its question mark. */
  planTrip: (query = '') => `/plans/trip${query}`,
  /** The page on which one offer's plan is picked; `planId` preselects one. */
  offer: (offer: { kind: 'local' | 'regional' | 'global'; slug: string }, planId?: string) =>
    (offer.kind === 'global' ? '/plans/global' : `/plans/${offer.kind}/${segment(offer.slug)}`) +
    (planId === undefined ? '' : `?plan=${segment(planId)}`),
  /** One eSIM for each plan; a plan may repeat. */
  checkout: (planIds: string | readonly string[]) => `/checkout/${[planIds].flat().map(segment).join(',')}`,
  /** `line`: the place of one of several eSIMs on the page, from 1; the first is reached without. */
  order: (id: string, line = 1) => `/orders/${segment(id)}${line === 1 ? '' : `#line-${line}`}`,
  /** The mailed link: carries a secret, so it answers with a redirect to `order` and a cookie. */
  orderAccess: (id: string, token: string) => `/orders/${segment(id)}/open?key=${segment(token)}`,
  coverage: () => '/coverage',
  coveragePopular: () => '/coverage/popular',
  /** By country, or by operator. */
  coverageOperators: (by?: 'operator') => '/coverage/operators' + (by === undefined ? '' : `?by=${by}`),
  coverageCountries: () => '/coverage/countries',
  help: () => '/help',
  /** The help with what is found for a question. */
  helpSearch: (query: string) => `/help?q=${segment(query)}`,
  /** One answer; `heading`: a section of it. */
  helpArticle: (slug: string, heading?: string) =>
    `/help/${segment(slug)}${heading === undefined ? '' : `#${segment(heading)}`}`,
  helpInstallation: () => '/help/installation',
  /** `model`: to look up; `boughtIn`: where it was sold. */
  helpDevices: (model?: string, boughtIn?: string | null) =>
    '/help/devices' +
    (model === undefined ? '' : `?model=${segment(model)}${boughtIn == null ? '' : `&in=${segment(boughtIn)}`}`),
  contact: () => '/contact',
  about: () => '/about',
  blog: () => '/blog',
  blogArticle: (slug: string) => `/blog/${segment(slug)}`,
  blogTopic: (topic: string) => `/blog/topic/${segment(topic)}`,
  blogFeed: () => '/blog/rss.xml',
  press: () => '/press',
  careers: () => '/careers',
  terms: () => '/legal/terms',
  privacy: () => '/legal/privacy',
  refundPolicy: () => '/legal/refund',
  compliance: () => '/legal/compliance',
  /** A legal text: the version in force, or one that keeps its address. */
  legal: (name: LegalName, version?: number) => `/legal/${name}${version === undefined ? '' : `/${version}`}`,
  /** The document that shows what a browser keeps, also without a network. */
  offline: () => '/offline',
  serviceWorker: () => '/sw.js',
  /** What an installed app is called and looks like. */
  manifest: (locale: Locale) => `/manifest.webmanifest${locale === FALLBACK_LOCALE ? '' : `?lang=${locale}`}`,
  flag: (code: string) => `/flags/${segment(code)}.svg`,
  /** Dotted maps: `world`, or one destination's crop by its slug. */
  map: (name: string) => `/maps/${segment(name)}.svg`,
  /** What a regional or global offer covers, for the head of its page or, with a country marked, for the text of another. */
  coverageMap: (slug: string, shown: { head: true } | { here?: string } = {}) =>
    `/maps/coverage/${segment(slug)}.svg` +
    ('head' in shown ? '?for=head' : shown.here === undefined ? '' : `?here=${segment(shown.here)}`),
  /** A photo of an account by its hash: never changes. */
  photo: (hash: string) => `/photos/${segment(hash)}.webp`,
  /** A file for the press, such as `mark-light.svg`. */
  pressFile: (name: string) => `/press/${segment(name)}`,
  /** The picture of previews: a destination's by its slug, an article's (`blog.` and its slug), or the shop's. */
  picture: (locale: Locale, slug?: string) => `/og/${locale}/${slug === undefined ? '_shop' : segment(slug)}.png`,
  sandbox: () => '/_sandbox',
  robots: () => '/robots.txt',
  siteMap: () => '/sitemap.xml',
  llms: () => '/llms.txt',
  api: {
    offers: () => '/api/offers',
    search: (query: string, locale: Locale) => `/api/search?q=${segment(query)}&lang=${locale}`,
    searchIndex: () => '/api/search-index',
    /** Every answer of the help in a language. */
    help: (locale: Locale) => `/api/help/${locale}`,
    devices: () => '/api/devices',
    /** A page for people about the public API; its parts lie below it. */
    catalogue: () => '/api/catalogue',
    catalogueOpenApi: () => '/api/catalogue/openapi.json',
    catalogueDestinations: (page?: number, limit?: number) =>
      `/api/catalogue/destinations${page === undefined ? '' : `?page=${page}&limit=${limit}`}`,
    catalogueDestination: (slug: string) => `/api/catalogue/destinations/${segment(slug)}`,
    orders: () => '/api/orders',
    order: (id: string) => `/api/orders/${segment(id)}`,
    orderPayment: (id: string) => `/api/orders/${segment(id)}/payment`,
    orderClaim: (id: string) => `/api/orders/${segment(id)}/claim`,
    orderLink: (id: string) => `/api/orders/${segment(id)}/link`,
    orderEmail: (id: string) => `/api/orders/${segment(id)}/email`,
    orderEvents: (id: string) => `/api/orders/${segment(id)}/events`,
    /** `line`: which of several, from 1. */
    orderQr: (id: string, line?: number) =>
      `/api/orders/${segment(id)}/qr.png${line === undefined ? '' : `?line=${line}`}`,
    esims: () => '/api/esims',
    phoneCountries: () => '/api/phone-countries',
    proof: () => '/api/proof',
    proofSolution: () => '/api/proof/solution',
    tickets: () => '/api/tickets',
    account: () => '/api/account',
    /** Token sync. */
    session: () => '/api/session',
    passkeys: () => '/api/passkeys',
    passkey: (id: string) => `/api/passkeys/${segment(id)}`,
    passkeyEnrolment: () => '/api/passkeys/enrolment',
    passkeyChallenge: () => '/api/passkeys/challenge',
    passkeySignIn: () => '/api/passkeys/sign-in',
    accountPhoto: () => '/api/account/photo',
    accountLocale: () => '/api/account/locale',
    accountRecoveryCodes: () => '/api/account/recovery-codes',
    accountExport: () => '/api/account/export',
    signOutEverywhere: () => '/api/account/sign-out-everywhere',
  },
} as const;
