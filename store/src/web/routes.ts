import { index, layout, prefix, route, type RouteConfig, type RouteConfigEntry } from '@react-router/dev/routes';
import { LOCALES } from '../shared/locale.ts';

/** Pages that are the same for everyone, at their specified routes. */
const publicPages = [
  index('./routes/home.tsx'),
  route('how-it-works', './routes/how-it-works.tsx'),
  route('support', './routes/support.tsx'),
  route('help', './routes/help.tsx'),
  route('help/:slug', './routes/help-article.tsx'),
  route('contact', './routes/contact.tsx'),

  route('help/devices', './routes/help-devices.tsx'),
  route('help/installation', './routes/help-installation.tsx'),

  layout('./routes/company-pages.tsx', [
    route('about', './routes/about.tsx'),
    route('press', './routes/press.tsx'),
    route('careers', './routes/careers.tsx'),
  ]),

  layout('./routes/blog-pages.tsx', [
    route('blog', './routes/blog.tsx'),
    route('blog/topic/:topic', './routes/blog-topic.tsx'),
    route('blog/:slug', './routes/blog-article.tsx'),
  ]),

  route('plans', './routes/plans.tsx'),
  route('plans/local', './routes/plans-local.tsx'),
  route('plans/regional', './routes/plans-regional.tsx'),
  route('plans/global', './routes/plans-global.tsx'),
  route('plans/data', './routes/plans-data.tsx'),
  route('plans/trip', './routes/plans-trip.tsx'),
  route('plans/local/:slug', './routes/plan-local.tsx'),
  route('plans/regional/:slug', './routes/plan-regional.tsx'),

  layout('./routes/coverage-pages.tsx', [
    route('coverage', './routes/coverage.tsx'),
    route('coverage/countries', './routes/coverage-countries.tsx'),
    route('coverage/popular', './routes/coverage-popular.tsx'),
    route('coverage/operators', './routes/coverage-operators.tsx'),
  ]),

  route('legal/:name/:version?', './routes/legal.tsx'),
];

/** The same pages once more: React Router wants an id of its own for each place of a file. */
function again(locale: string, pages: readonly RouteConfigEntry[]): RouteConfigEntry[] {
  return pages.map((page) => ({
    ...page,
    id: `${locale}/${page.file}`,
    children: page.children && again(locale, page.children),
  }));
}

/** Languages with addresses of their own below a prefix, such as `/fr` (src/shared/page-address.ts). */
const [, first, ...more] = LOCALES;

/** Every page of the product. Addresses are built with `src/shared/paths.ts`. */
export default [
  ...prefix(`${first}?`, publicPages),
  ...more.flatMap((locale: string) => prefix(locale, again(locale, publicPages))),

  layout('./routes/customer.tsx', [
    route('auth', './routes/auth.tsx'),
    route('auth/action', './routes/auth-action.tsx'),
    route('profile', './routes/profile.tsx'),
    route('profile/settings', './routes/profile-settings.tsx'),
    route('checkout/:planIds', './routes/checkout.tsx'),
    route('orders/:orderId', './routes/order.tsx'),
  ]),

  route('*', './routes/not-found.tsx'),
] satisfies RouteConfig;
