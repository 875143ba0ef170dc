import { type Mode, modeFacts } from '../../shared/mode.ts';
import { PRIVATE_SEGMENTS } from '../../shared/page-address.ts';
import { paths } from '../../shared/paths.ts';

/**
 * Excludes crawlers from personal pages and from the APIs behind the pages (RFC 9309), and from all of a rehearsal.
 */
export function writeRobots({ publicUrl, mode }: { publicUrl: string; mode: Mode }): string {
  // Most crawlers then never see the `noindex` of the answers, which is for those that ask anyway.
  if (modeFacts(mode).isRehearsal) return 'User-agent: *\nDisallow: /\n';
  return [
    'User-agent: *',
    `Allow: ${paths.api.catalogue()}`,
    ...[...PRIVATE_SEGMENTS, '__/', 'api/', 'identity/', 'oauth/', 'webhooks/'].map((path) => `Disallow: /${path}`),
    '',
    `Sitemap: ${new URL(paths.siteMap(), publicUrl).href}`,
    '',
  ].join('\n');
}
