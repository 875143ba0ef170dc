import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inFull } from '#test/support/full.ts';
import { deviceLists } from '#src/modules/devices/schema.ts';
import type { DeviceIndex } from '#src/shared/devices/types.ts';
import { control, until } from '#test/support/wire.ts';
import { startBeside, startBuiltWorld, type World } from '#test/support/world.ts';

let world: World;
beforeAll(async () => {
  world = await startBuiltWorld();
});
afterAll(() => world?.close());

const open = (path: string, headers: Record<string, string> = {}, url = world.app.url) =>
  fetch(url + path, { headers: { 'accept-language': 'en', ...headers } });
/** The verdict for a model, as shown without scripts. */
async function answer(path: string, url?: string): Promise<string> {
  const html = await (await open(path, {}, url)).text();
  const section = /<section aria-label="(?:Result|Résultat)">(.*?)<\/section>/s.exec(html)?.[1] ?? '';
  return section
    .replace(/<[^>]+>/g, ' ')
    .replaceAll('&nbsp;', '\u00a0')
    .replace(/ +/g, ' ');
}

describe('the device check without scripts', () => {
  it('the plain page is the same for everyone; a page for one model is rendered per request and not cached', async () => {
    const plain = await open('/help/devices');
    expect(plain.headers.get('etag')).not.toBeNull();
    for (const path of ['/help/devices?model=', '/help/devices?in=CN&utm_source=x'])
      expect((await open(path)).headers.get('etag')).toBe(plain.headers.get('etag'));
    const asked = await open(`/help/devices?model=${'galaxy '.repeat(1_000)}`);
    expect([asked.status, asked.headers.get('etag')]).toEqual([200, null]);
    const packed = await open('/help/devices', { 'accept-encoding': 'gzip' });
    expect(Number(packed.headers.get('content-length'))).toBeLessThan(60_000);
  });

  it('shows the verdict by place of sale, in both languages', async () => {
    expect(await answer('/help/devices?model=iphone+xr')).toMatch(/Yes, in most countries.*sold in mainland China/s);
    expect(await answer('/help/devices?model=iphone+17+pro&in=other')).toContain('Yes, with a SIM slot too');
    expect(await answer('/help/devices?model=iPhone+17+Pro&in=US')).toContain('Yes, eSIM only');
    expect(await answer('/help/devices?model=iphone+14&in=CN')).toContain('No, not the version sold in mainland China');
    expect(await answer('/help/devices?model=SM-G9910')).toContain('By its model number it was made for sale');
    expect(await answer('/help/devices?model=galxy+s23')).toMatch(/We read “galxy s23” as Samsung Galaxy S23/);
    expect(await answer('/help/devices?model=iphone+8')).toContain('No, this model has no eSIM');
    // What no source says is said as unknown, with the source that a reader can follow.
    expect(await answer('/help/devices?model=fairphone+5')).toMatch(
      /We are not sure.*no page that says which versions/s,
    );
    const list = await (await open('/help/devices')).text();
    expect(list).not.toContain('research notes');
    expect(list).toMatch(/<a [^>]*href="https:[^>]*>Source, which does not cover every version/);
    expect(await answer('/fr/help/devices?model=iphone+14&in=CN')).toContain(
      'Non, pas la version vendue en Chine continentale',
    );
  });

  it('for an unknown model suggests *#06# and the contact page', async () => {
    for (const model of ['Nokia 3310', '<script>alert(1)</script>', '%00%ff', '🙂']) {
      const said = await answer(`/help/devices?model=${encodeURIComponent(model)}`);
      expect(said).toMatch(/We do not know this model.*\*#06#.*Ask us/s);
      expect(said).not.toContain('Yes');
    }
    expect(await answer('/help/devices?model=13')).toMatch(/Which one is it\?.*iPhone 13.*OnePlus 13/s);
  });

  inFull(() => {
    it("knows the models of the wholesaler's list, and falls back to our own data", async () => {
      const kept = async () => (await world.db.select().from(deviceLists)).length;
      await until(kept, { what: 'the job has read the list' });
      // A new process reads the list at once. The running one reads it again after a minute.
      const beside = await startBeside(world);
      try {
        // A slow database is asked again after some seconds.
        const said = await until(async () => {
          const words = await answer('/help/devices?model=vivo+x90+pro', beside.url);
          return words.includes('Our supplier lists it') && words;
        });
        expect(said).toMatch(
          /Our supplier lists it.*vivo X90 Pro is on our supplier’s list of compatible devices of /s,
        );
        expect(await answer('/help/devices?model=pixel+7a', beside.url)).toContain('supplier’s list');
        const index = (await (await open('/api/devices', {}, beside.url)).json()) as DeviceIndex;
        expect(index.listed).toContainEqual({ maker: 'vivo', name: 'X90 Pro' });
      } finally {
        await beside.stop();
      }

      await world.db.delete(deviceLists);
      await control(world.airalo, { fail: { call: 'devices.list', status: 503, times: 20 } });
      await world.services.devices.readList();
      expect(await kept()).toBe(0);
      const alone = await startBeside(world);
      try {
        expect(await answer('/help/devices?model=vivo+x90+pro', alone.url)).toContain('We do not know this model');
        expect(await answer('/help/devices?model=pixel+7a', alone.url)).toContain('Yes, with a SIM slot too');
      } finally {
        await alone.stop();
      }
    });
  });
});

describe('the installation page without scripts', () => {
  it('has the steps of every phone family at its own anchor, in both languages', async () => {
    for (const [path, first] of [
      ['/help/installation', 'On an iPhone'],
      ['/fr/help/installation', 'Sur un iPhone'],
    ] as const) {
      const html = await (await open(path)).text();
      expect(html).toContain(first);
      for (const family of ['iphone', 'samsung', 'pixel', 'android']) {
        expect(html).toContain(`href="#${family}"`);
        expect(html).toMatch(new RegExp(`<section id="${family}"(?![^>]*hidden)`));
      }
    }
  });
});
