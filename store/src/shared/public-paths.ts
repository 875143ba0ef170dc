import { LEGAL_NAMES, versionsOf } from './legal.ts';
import { paths } from './paths.ts';
import { BLOG_TOPICS } from './topics.ts';

/**
 * Public pages apart from destinations and texts: the site map lists them, and their answers are cached
 * (`web/public-pages.ts`).
 */
export const PUBLIC_PATHS: readonly string[] = [
  paths.home(),
  paths.plans(),
  paths.plansLocal(),
  paths.plansRegional(),
  paths.plansData(),
  paths.planTrip(),
  paths.coverage(),
  paths.coverageCountries(),
  paths.coveragePopular(),
  paths.coverageOperators(),
  paths.section('how-it-works'),
  paths.section('support'),
  ...LEGAL_NAMES.flatMap((name) => [
    paths.legal(name),
    ...versionsOf(name).map((version) => paths.legal(name, version)),
  ]),
  paths.help(),
  paths.helpDevices(),
  paths.helpInstallation(),
  paths.contact(),
  paths.withdraw(),
  paths.withdrawalForm(),
  paths.about(),
  paths.press(),
  paths.careers(),
  paths.blog(),
  ...BLOG_TOPICS.map(paths.blogTopic),
];
