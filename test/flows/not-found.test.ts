import { afterAll, beforeAll, expect, it } from 'vitest';
import { until } from '#test/support/wire.ts';
import { startBuiltWorld, type World } from '#test/support/world.ts';

let world: World;
beforeAll(async () => {
  world = await startBuiltWorld();
  await until(async () => (await world.services.catalogue.faults()).length === 0, { what: 'plans are checked' });
});
afterAll(() => world?.close());

async function read(path: string, init: RequestInit = {}) {
  const answer = await fetch(world.app.url + path, {
    ...init,
    headers: { 'accept-language': 'en', accept: 'text/html' },
  });
  const main = /<main[\s\S]*<\/main>/.exec(await answer.text())?.[0] ?? '';
  return { status: answer.status, main, links: [...main.matchAll(/href="([^"]+)"/g)].map(([, href]) => href) };
}

it('an unknown address finds the answers and destinations that its words name, in a search of each', async () => {
  const hotspot = await read('/support-center/share-hotspot.html');
  expect(hotspot.status).toBe(404);
  expect(hotspot.links).toContain('/help/hotspot');
  expect(hotspot.main).toContain('value="share hotspot"');
  for (const action of ['/plans', '/help']) expect(hotspot.main).toContain(`action="${action}"`);

  const japan = await read('/esim/japon');
  expect([japan.status, japan.links.includes('/plans/local/japan')]).toEqual([404, true]);
  const french = await read('/fr/esim-japon');
  expect(french.links).toContain('/fr/plans/local/japan');
});

it('words that find nothing get no answers, only the searches and the way to a person', async () => {
  for (const path of ['/xyzzyq', '/no-such-page', '/%00%ff', `/${'%F0%9F%87%AB'.repeat(900)}`]) {
    const { status, main, links } = await read(path);
    expect(status, path).toBe(404);
    expect(main, path).not.toMatch(/ value="[^"]/);
    expect(links, path).toEqual(['/plans', '/', '/contact']);
  }
});
