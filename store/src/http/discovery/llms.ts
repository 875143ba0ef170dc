import { formatMoney } from '../../i18n/format.ts';
import type { Destination } from '../../modules/catalogue/catalogue.ts';
import { BRAND } from '../../shared/brand.ts';
import { paths } from '../../shared/paths.ts';

/** Maximum number of destinations in the file; all of them are in the API and in the site map. */
const MAX_NAMED = 300;

/** Describes the site and links to its data, for language models (llmstxt.org). */
export function writeLlms(site: { publicUrl: string; destinations: readonly Destination[] }): string {
  const { publicUrl, destinations } = site;
  const link = (name: string, path: string, text: string) => `- [${name}](${new URL(path, publicUrl).href}): ${text}`;
  const list = (kinds: readonly string[]) =>
    destinations
      .filter(({ kind }) => kinds.includes(kind))
      .slice(0, MAX_NAMED)
      .map((each) =>
        link(each.name.en, paths.offer(each), each.from === null ? 'sold out' : `from ${formatMoney(each.from, 'en')}`),
      );
  return [
    `# ${BRAND}`,
    '',
    '> A store for travel eSIM data plans: prepaid, data only, delivered by QR code within seconds. Prices are in US dollars.',
    '',
    'Every public page has a French version under `/fr`. Plans start at the first connection unless their page says otherwise.',
    '',
    '## Pages',
    '',
    link('All plans', paths.plans(), 'every destination with its cheapest plan'),
    link('Coverage', paths.coverage(), 'countries, networks and generations'),
    link('How it works', paths.section('how-it-works'), 'from the purchase to the first connection'),
    link('Support', paths.section('support'), 'questions and answers'),
    link('Help', paths.help(), 'installation, connection, data, payments: an answer for each question'),
    link('Devices', paths.helpDevices(), 'which phones take an eSIM, by model and place of sale, with sources'),
    link('Installation', paths.helpInstallation(), 'steps for each family of phones'),
    link('Blog', paths.blog(), 'articles with sources'),
    link('Refund policy', paths.refundPolicy(), 'what is refunded, how and when'),
    link('Contact', paths.contact(), 'a person answers by email'),
    '',
    '## Data',
    '',
    link('Catalogue API', paths.api.catalogue(), 'read-only, JSON, no key: destinations, plans, prices, networks'),
    link('OpenAPI', paths.api.catalogueOpenApi(), 'the description of that API'),
    link('Site map', paths.siteMap(), 'every page in both languages'),
    '',
    '## Regional and global eSIMs',
    '',
    ...list(['regional', 'global']),
    '',
    '## Countries and places',
    '',
    ...list(['local']),
    '',
  ].join('\n');
}
