import type { Catalogue } from '../modules/catalogue/catalogue.ts';
import { paths } from '../shared/paths.ts';

const PATHS: ReadonlySet<string> = new Set([
  paths.home(),
  paths.section('how-it-works'),
  paths.coverage(),
  paths.section('support'),
  paths.plans(),
  paths.plansLocal(),
  paths.plansRegional(),
]);

/**
 * The address under which a public page is the same for everyone with the same language, or undefined for what is no public
 * page. Of the query only what a page reads is kept: an offer's page reads `plan`, the others nothing. So there are as many
 * addresses as pages and plans, and a campaign's link leads to the page that is known already.
 */
export async function publicAddress(
  url: URL,
  catalogue: Pick<Catalogue, 'offer' | 'destinationBySlug'>,
): Promise<string | undefined> {
  if (PATHS.has(url.pathname)) return url.pathname;
  const slug = url.pathname === paths.plansGlobal() ? 'global' : url.pathname.split('/').at(-1)!;
  const destination = await catalogue.destinationBySlug(slug);
  if (destination === null || paths.offer(destination) !== url.pathname) return undefined;
  const offer = url.searchParams.has('plan') ? await catalogue.offer(slug) : null;
  const plan = offer?.plans.find(({ id }) => id === url.searchParams.get('plan'));
  return paths.offer(destination, plan?.id);
}
