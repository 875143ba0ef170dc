import { index, layout, prefix, route, type RouteConfig, type RouteConfigEntry } from '@react-router/dev/routes';
import { LOCALES } from '../shared/locale.ts';

/** Pages that are the same for every reader, at their specified routes. */
const publicPages = [
  index('./pages/home/home.route.tsx'),
  route('how-it-works', './pages/home/how-it-works.route.tsx'),
  route('support', './pages/home/support.route.tsx'),
  route('help', './pages/help/help.route.tsx'),
  route('help/:slug', './pages/help/help-article.route.tsx'),
  route('contact', './pages/contact/contact.route.tsx'),
  route('withdraw', './pages/withdraw/withdraw.route.tsx'),
  route('withdraw/form', './pages/withdraw/withdrawal-form.route.tsx'),

  route('help/devices', './pages/devices/help-devices.route.tsx'),
  route('help/installation', './pages/devices/installation/help-installation.route.tsx'),

  layout('./pages/company/company-pages.route.tsx', [
    route('about', './pages/company/about.route.tsx'),
    route('press', './pages/company/press.route.tsx'),
    route('careers', './pages/company/careers.route.tsx'),
  ]),

  layout('./pages/blog/blog-pages.route.tsx', [
    route('blog', './pages/blog/blog.route.tsx'),
    route('blog/topic/:topic', './pages/blog/blog-topic.route.tsx'),
    route('blog/:slug', './pages/blog/blog-article.route.tsx'),
  ]),

  route('plans', './pages/shop/plans.route.tsx'),
  route('plans/local', './pages/plans/plans-local.route.tsx'),
  route('plans/regional', './pages/plans/plans-regional.route.tsx'),
  route('plans/global', './pages/destination/plans-global.route.tsx'),
  route('plans/data', './pages/data/plans-data.route.tsx'),
  route('plans/trip', './pages/trip/plans-trip.route.tsx'),
  route('plans/local/:slug', './pages/destination/plan-local.route.tsx'),
  route('plans/regional/:slug', './pages/destination/plan-regional.route.tsx'),

  layout('./pages/coverage/coverage-pages.route.tsx', [
    route('coverage', './pages/coverage/coverage.route.tsx'),
    route('coverage/countries', './pages/coverage/coverage-countries.route.tsx'),
    route('coverage/popular', './pages/coverage/coverage-popular.route.tsx'),
    route('coverage/operators', './pages/coverage/coverage-operators.route.tsx'),
  ]),

  route('legal/:name/:version?', './pages/legal/legal.route.tsx'),
];

/** Pages again under a prefix: React Router requires a separate id for each use of a file. */
function again(locale: string, pages: readonly RouteConfigEntry[]): RouteConfigEntry[] {
  return pages.map((page) => ({
    ...page,
    id: `${locale}/${page.file}`,
    children: page.children && again(locale, page.children),
  }));
}

/** Languages with a URL prefix, such as `/fr` (src/shared/page-address.ts). */
const [, first, ...more] = LOCALES;

/** Every page of the product. URLs are built with `src/shared/paths.ts`. */
export default [
  ...prefix(`${first}?`, publicPages),
  ...more.flatMap((locale: string) => prefix(locale, again(locale, publicPages))),

  layout('./pages/customer.route.tsx', [
    route('auth', './pages/auth/auth.route.tsx'),
    route('auth/action', './pages/auth/auth-action.route.tsx'),
    route('profile', './pages/profile/profile.route.tsx'),
    route('profile/settings', './pages/settings/profile-settings.route.tsx'),
    route('profile/cards', './pages/cards/cards.route.tsx'),
    route('profile/receipts', './pages/receipts/receipts.route.tsx'),
    route('profile/notices', './pages/notices/notices.route.tsx'),
    route('checkout/:planIds', './pages/checkout/checkout.route.tsx'),
    route('orders/:orderId', './pages/order/order.route.tsx'),
    route('orders/:orderId/phone', './pages/order/phone/phone.route.tsx'),
  ]),

  route('notices/:token', './pages/notices/unsubscribe.route.tsx'),
  route('auto-top-up/:token', './pages/notices/auto-top-up-off.route.tsx'),
  route('withdrawals/:token', './pages/withdraw/withdrawal-link.route.tsx'),
  // Outside of the layout of personal pages: they work without script.
  route('orders/:orderId/connection', './pages/order/connection/connection.route.tsx'),
  route('orders/:orderId/top-up', './pages/order/top-up/top-up.route.tsx'),
  route('orders/:orderId/refund', './pages/order/refund/refund.route.tsx'),
  route('refund', './pages/refunds/refunds.route.tsx'),
  route('orders/:orderId/country', './pages/order/connection/country.route.tsx'),

  route('*', './pages/not-found.route.tsx'),
] satisfies RouteConfig;
