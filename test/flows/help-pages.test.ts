import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startWorld, type World } from '#test/support/world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world?.close());

const open = (path: string, headers: Record<string, string> = {}) =>
  fetch(world.app.url + path, { headers: { 'accept-language': 'en', ...headers } });

describe('GET /api/help/<language>', () => {
  it('has every answer of the language with its words, its HTML and its address, kept with an ETag', async () => {
    for (const locale of ['en', 'fr'] as const) {
      const answer = await open(`/api/help/${locale}`);
      expect(answer.headers.get('cache-control')).toContain('public');
      const { articles } = (await answer.json()) as { articles: Record<string, unknown>[] };
      expect(articles.map(({ slug }) => slug)).toEqual(
        world.services.content.list('help', locale).map(({ slug }) => slug),
      );
      expect(articles.find(({ slug }) => slug === 'locked-phone')).toMatchObject({
        locale,
        url: locale === 'fr' ? '/fr/help/locked-phone' : '/help/locked-phone',
        topic: 'before',
        title: locale === 'fr' ? expect.stringContaining('verrouillé') : expect.stringContaining('locked'),
        headings: expect.arrayContaining([{ id: 'unlock', text: expect.any(String) }]),
        html: expect.stringContaining('<h2 id="unlock">'),
        text: expect.stringContaining('IMEI'),
      });
      const again = await open(`/api/help/${locale}`, { 'if-none-match': answer.headers.get('etag')! });
      expect(again.status).toBe(304);
    }
    expect((await open('/api/help/de')).status).toBe(400);
  });
});
