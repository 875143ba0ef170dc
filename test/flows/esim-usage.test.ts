import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCatalogueDesk } from '#test/support/catalogue-desk.ts';
import { DEFAULT_CURRENCY } from '#src/shared/money.ts';
import { rows, startBuiltShop } from '#test/support/books.ts';
import { bought, look, type Buyer } from '#test/support/shop.ts';
import { control, held, until } from '#test/support/wire.ts';
import type { World } from '#test/support/world.ts';

let world: World;
beforeAll(async () => {
  world = await startBuiltShop({ ESIM_USAGE_MAX_AGE_MINUTES: '0' });
});
afterAll(() => world?.close());

describe('the usage of a delivered eSIM', () => {
  const report = (iccid: string | undefined, set: object) => control(world.airalo, { usage: { iccid, set } });
  const pageOf = async (buyer: Buyer, language = 'en') =>
    (
      await fetch(`${world.app.url}/orders/${buyer.order.id}`, {
        headers: { cookie: buyer.cookie, 'accept-language': language },
      })
    ).text();
  /** Opens a guest's page, again and again, until it says `sentence`. Only the page's own requests read the usage. */
  const untilPageSays = (buyer: Buyer, sentence: string, language?: string) =>
    until(
      async () => {
        const html = await pageOf(buyer, language);
        return html.includes(sentence) && html;
      },
      { what: `the page says: ${sentence}` },
    );

  it('is read for a guest who opens the page, with its time; then the page sells the plan again', async () => {
    const buyer = await bought(world.app);
    const { esim } = await look(world.app, buyer);
    const boughtAt = Date.now();
    await report(esim?.iccid, { status: 'ACTIVE', remaining: 307, expired_at: '2040-01-01 00:00:00' });
    const inUse = await untilPageSays(buyer, 'Your France eSIM is low on data');
    expect(inUse).toContain('<b>0.3GB</b>');
    expect(inUse).toContain('Low data');
    expect(inUse).toContain('/plans/local/france?plan=france-3gb');
    expect(inUse).not.toContain('Scan with the camera');
    const { esim: read } = await look(world.app, buyer);
    expect(Date.parse(read?.usageAt ?? '')).toBeGreaterThanOrEqual(boughtAt - 1_000);

    await report(esim?.iccid, { status: 'FINISHED', remaining: 0 });
    expect(await untilPageSays(buyer, 'Your France eSIM is used up')).toContain('You used 3GB of 3GB.');

    const another = await bought(world.app);
    const { esim: expired } = await look(world.app, another);
    await report(expired?.iccid, { status: 'EXPIRED', remaining: 1024, expired_at: '2026-01-31 12:00:00' });
    const ended = await untilPageSays(another, 'Votre eSIM France a expiré', 'fr');
    expect(ended).toContain('Vous avez utilisé 2\u00a0Go sur 3\u00a0Go.');
    expect(ended).toContain('Elle a expiré le 31 janv. 2026.');
  });

  it('is sold again at the price of today, beside what was paid', async () => {
    const buyer = await bought(world.app, { planId: 'spain-1gb' });
    const { esim } = await look(world.app, buyer);
    await report(esim?.iccid, { status: 'FINISHED', remaining: 0 });
    await untilPageSays(buyer, 'A new Spain eSIM, 1GB for $4.50.');
    const desk = createCatalogueDesk({ db: world.db, currency: DEFAULT_CURRENCY });
    await desk.price('spain-1gb', 500, { by: 'test', dryRun: false });
    const dearer = await untilPageSays(buyer, 'A new Spain eSIM, 1GB for $5.00.');
    expect(dearer).toContain('<dd class="tnum">$4.50</dd>');
    await desk.hide('spain-1gb', { by: 'test', dryRun: false });
    await untilPageSays(buyer, 'A new Spain eSIM. For a second phone');
  });

  it('keeps the time of the last answer while the wholesaler does not answer', async () => {
    const buyer = await bought(world.app);
    const { esim } = await look(world.app, buyer);
    await report(esim?.iccid, { status: 'ACTIVE', remaining: 2000, expired_at: '2040-01-01 00:00:00' });
    await untilPageSays(buyer, 'Your France eSIM is in use');
    await control(world.airalo, { hold: { call: 'sims.usage', when: 'before', times: 100 } });
    try {
      await pageOf(buyer);
      await held(world.airalo, 'sims.usage');
      const [read] = await rows<{ asked: string; answered: string }>(
        world,
        sql`select refreshed_at as asked, usage_at as answered from esims where order_id = ${buyer.order.id}`,
      );
      expect(new Date(read!.answered).getTime()).toBeLessThan(new Date(read!.asked).getTime());
      const shown = await look(world.app, buyer);
      expect(shown).toMatchObject({ readingUsage: true, esim: { remainingMb: 2000 } });
      expect(shown.esim?.usageAt).toBe(new Date(read!.answered).toISOString());
    } finally {
      await control(world.airalo, { release: { call: 'sims.usage' } });
    }
  });
});
