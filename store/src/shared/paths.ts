import type { Locale } from './locale.ts';
import type { LegalName } from './legal.ts';

/** All URL paths of the product are built here. Arguments are encoded. */
const segment = encodeURIComponent;

export const paths = {
  home: () => '/',
  section: (name: 'how-it-works' | 'plans' | 'coverage' | 'support') => `/${name}`,
  auth: () => '/auth',
  authAction: () => '/auth/action',
  profile: () => '/profile',
  settings: () => '/profile/settings',
  notices: () => '/profile/notices',
  cards: () => '/profile/cards',
  /** `year`: whose documents are shown; without it those of the newest. */
  receipts: (year?: number) => '/profile/receipts' + (year === undefined ? '' : `?year=${year}`),
  /** All documents of an account's year in one file. */
  receiptsPdf: (year: number) => `/profile/receipts/${year}.pdf`,
  /** The receipt of an order, and any of its documents. */
  receiptPdf: (orderId: string) => `/orders/${segment(orderId)}/receipt.pdf`,
  documentPdf: (orderId: string, documentId: string) =>
    `/orders/${segment(orderId)}/documents/${segment(documentId)}.pdf`,
  /** The link in a notice; `token` says which notices of which order it ends. */
  unsubscribe: (token: string) => `/notices/${segment(token)}`,
  plans: () => '/plans',
  plansLocal: () => '/plans/local',
  plansRegional: () => '/plans/regional',
  plansGlobal: () => '/plans/global',
  /** `query`: of src/shared/data-use.ts, with its question mark. */
  plansData: (query = '') => `/plans/data${query}`,
  /** `query`: of src/shared/itinerary.ts, with its question mark. */
  planTrip: (query = '') => `/plans/trip${query}`,
  /** The page on which a plan of one offer is chosen; `planId` preselects one. */
  offer: (offer: { kind: 'local' | 'regional' | 'global'; slug: string }, planId?: string) =>
    (offer.kind === 'global' ? '/plans/global' : `/plans/${offer.kind}/${segment(offer.slug)}`) +
    (planId === undefined ? '' : `?plan=${segment(planId)}`),
  /** One eSIM for each plan; a plan may repeat. `trip`: the query of the trip that they are for (`planTrip`). */
  checkout: (planIds: readonly string[], trip = '') => `/checkout/${planIds.map(segment).join(',')}${trip}`,
  /** The checkout of one plan for the place that was chosen: a wider plan stays the one for that place. */
  checkoutFor: (place: { kind: string; slug: string } | null, plan: { id: string; offerSlug: string }) =>
    `/checkout/${segment(plan.id)}` +
    (place?.kind !== 'local' || place.slug === plan.offerSlug ? '' : `?for=${segment(place.slug)}`),
  /** `line`: the position of one of several eSIMs on the page, from 1; the first needs no fragment. */
  order: (id: string, line = 1) => `/orders/${segment(id)}${line === 1 ? '' : `#line-${line}`}`,
  /**
   * The questions that find out why an eSIM has no connection; `line`: its number in the order, from 1. `state`: the
   * answers so far, of src/shared/connection/address.ts.
   */
  noConnection: (orderId: string, line: number, state = '') =>
    `/orders/${segment(orderId)}/connection?line=${line}${state}`,
  /** "In another country?" about one eSIM; `country`: where the traveller is. */
  otherCountry: (orderId: string, line: number, country?: string) =>
    `/orders/${segment(orderId)}/country?line=${line}${country === undefined ? '' : `&in=${segment(country)}`}`,
  /** "I changed my phone", for the eSIM of this line. `old`: where the buyer says that the old phone is. */
  changedPhone: (id: string, line = 1, old?: 'here' | 'reset' | 'gone') =>
    `/orders/${segment(id)}/phone?line=${line}${old === undefined ? '' : `&old=${old}`}`,
  /** The link that switches off the auto top-up of an eSIM; `token` says which. */
  autoTopUpOff: (token: string) => `/auto-top-up/${segment(token)}`,
  /**
   * "Top up", for the eSIM of this line. `chosen`: the plan that is chosen first; `problem`: why the form, sent without
   * script, led back.
   */
  topUp: (orderId: string, line = 1, { chosen, problem }: { chosen?: string; problem?: string } = {}) =>
    `/orders/${segment(orderId)}/top-up?line=${line}` +
    (chosen === undefined ? '' : `&plan=${segment(chosen)}`) +
    (problem === undefined ? '' : `&problem=${segment(problem)}`),
  /** What the lines of the account can be refunded for. */
  refunds: () => '/refund',
  /**
   * The refund of one line. `ask`: the form of what did not work; `problem`: why a form, sent without script, led back.
   */
  refund: (orderId: string, line = 1, { ask = false, problem }: { ask?: boolean; problem?: string } = {}) =>
    `/orders/${segment(orderId)}/refund?line=${line}` +
    (ask ? '&ask=1' : '') +
    (problem === undefined ? '' : `&problem=${segment(problem)}`),
  /** Where a mailed link leads that is wrong or has ended; the same for every id. */
  orderLinkEnded: (id: string) => `/orders/${segment(id)}?link=ended`,
  /**
   * The mailed link: contains a secret, so it answers with a cookie and a redirect to `order`, to `topUp` of this line, to
   * `receiptPdf`, or to `refund` of the first line.
   */
  orderAccess: (id: string, token: string, to: { topUp?: number; receipt?: true; refund?: true } = {}) =>
    `/orders/${segment(id)}/open?key=${segment(token)}` +
    (to.topUp === undefined ? '' : `&top-up=${to.topUp}`) +
    (to.receipt === undefined ? '' : '&receipt') +
    (to.refund === undefined ? '' : '&refund'),
  /** The withdrawal function; `order`: the id of the order whose plans it shows to those who may see it. */
  withdraw: (orderId?: string, line?: number) =>
    '/withdraw' +
    (orderId === undefined ? '' : `?order=${segment(orderId)}${line === undefined ? '' : `&line=${line}`}`),
  /** The model form, to print. */
  withdrawalForm: () => '/withdraw/form',
  /** The same as PDF. Its address is that of a language, as of every public page: `addressIn`. */
  withdrawalFormPdf: () => '/withdraw/form.pdf',
  /** The link in the mail that confirms a withdrawal; `token` says which. */
  withdrawalLink: (token: string) => `/withdrawals/${segment(token)}`,
  coverage: () => '/coverage',
  coveragePopular: () => '/coverage/popular',
  /** By country, or by operator. */
  coverageOperators: (by?: 'operator') => '/coverage/operators' + (by === undefined ? '' : `?by=${by}`),
  coverageCountries: () => '/coverage/countries',
  help: () => '/help',
  /** The help with the search results of a question. */
  helpSearch: (query: string) => `/help?q=${segment(query)}`,
  /** One answer; `heading`: one of its sections. */
  helpArticle: (slug: string, heading?: string) =>
    `/help/${segment(slug)}${heading === undefined ? '' : `#${segment(heading)}`}`,
  /** `family`: whose steps are shown; without one the page finds out which phone it is on. */
  helpInstallation: (family?: 'iphone' | 'android') =>
    '/help/installation' + (family === undefined ? '' : `#${family}`),
  /** `model`: the query; `boughtIn`: where it was sold. */
  helpDevices: (model?: string, boughtIn?: string | null) =>
    '/help/devices' +
    (model === undefined ? '' : `?model=${segment(model)}${boughtIn == null ? '' : `&in=${segment(boughtIn)}`}`),
  /** `order`: the number that the form starts with, in the fragment, which no server sees: the page is the same for all. */
  contact: (order?: string) => '/contact' + (order === undefined ? '' : `#order-${segment(order)}`),
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
  /** A legal text: the version in force, or a specific one. */
  legal: (name: LegalName, version?: number) => `/legal/${name}${version === undefined ? '' : `/${version}`}`,
  /** The document with the stored eSIMs, which also works without a network. */
  offline: () => '/offline',
  serviceWorker: () => '/sw.js',
  /** Name and appearance of the installed app; without a language in the reader's. */
  manifest: (locale?: Locale) => `/manifest.webmanifest${locale === undefined ? '' : `?lang=${locale}`}`,
  flag: (code: string) => `/flags/${segment(code)}.svg`,
  /** Dotted maps: `world`, or one destination's crop by its slug. */
  map: (name: string) => `/maps/${segment(name)}.svg`,
  /**
   * The countries of a regional or global offer, for the head of its page or, with a marked country, for the text of
   * another. `world`: of any offer, on a map of the whole world.
   */
  coverageMap: (slug: string, shown: { use: 'head' | 'world' } | { here?: string } = {}) =>
    `/maps/coverage/${segment(slug)}.svg` +
    ('use' in shown ? `?for=${shown.use}` : shown.here === undefined ? '' : `?here=${segment(shown.here)}`),
  /** The map of a trip: `france.0` is a place and the colour of its plan, `france` a place without a plan. */
  tripMap: (places: readonly string[]) => `/maps/trip.svg?places=${places.map(segment).join(',')}`,
  /** A photo of an account by its hash: immutable. */
  photo: (hash: string) => `/photos/${segment(hash)}.webp`,
  /** A file for the press, such as `mark-light.svg`. */
  pressFile: (name: string) => `/press/${segment(name)}`,
  /** The facts of a plan on the page of a place, as PDF. */
  factSheet: (locale: Locale, planId: string, place: string) =>
    `/fact-sheets/${locale}/${segment(place)}/${segment(planId)}.pdf`,
  /** The preview picture of a destination by its slug, of an article (`blog.` and its slug), or of the store. */
  picture: (locale: Locale, slug?: string) => `/og/${locale}/${slug === undefined ? '_shop' : segment(slug)}.png`,
  sandbox: () => '/_sandbox',
  robots: () => '/robots.txt',
  siteMap: () => '/sitemap.xml',
  llms: () => '/llms.txt',
  /** Of the API, what its typed client does not call (`web/api.ts`). */
  api: {
    /** All answers of the help in a language. */
    help: (locale: Locale) => `/api/help/${locale}`,
    /** The documentation page of the public API; its endpoints are below it. */
    catalogue: () => '/api/catalogue',
    catalogueOpenApi: () => '/api/catalogue/openapi.json',
    catalogueDestinations: (page?: number, limit?: number) =>
      `/api/catalogue/destinations${page === undefined ? '' : `?page=${page}&limit=${limit}`}`,
    orderEvents: (id: string) => `/api/orders/${segment(id)}/events`,
    /** `line`: one of several, from 1. */
    orderQr: (id: string, line?: number) =>
      `/api/orders/${segment(id)}/qr.png${line === undefined ? '' : `?line=${line}`}`,
    tickets: () => '/api/tickets',
    /** Token sync. */
    session: () => '/api/session',
    accountPhoto: () => '/api/account/photo',
    accountExport: () => '/api/account/export',
  },
} as const;
