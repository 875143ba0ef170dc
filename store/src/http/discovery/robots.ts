import { PRIVATE_SEGMENTS } from '../../shared/page-address.ts';
import { paths } from '../../shared/paths.ts';

/** Excludes crawlers from personal pages and from the APIs behind the pages (RFC 9309). */
export function writeRobots(publicUrl: string): string {
  return [
    'User-agent: *',
    `Allow: ${paths.api.catalogue()}`,
    ...[...PRIVATE_SEGMENTS, 'api/', 'identity/', 'oauth/', 'webhooks/'].map((path) => `Disallow: /${path}`),
    '',
    `Sitemap: ${new URL(paths.siteMap(), publicUrl).href}`,
    '',
  ].join('\n');
}
