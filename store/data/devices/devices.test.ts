import { describe, expect, it } from 'vitest';
import { loadOwnDevices, parseFamilies } from '#src/modules/devices/own-devices.ts';
import { createDeviceFinder } from '#src/shared/devices/device-finder.ts';
import { nameOf } from '#src/shared/devices/device-name.ts';
import { LOCALES } from '#src/shared/locale.ts';
import { verdictOn } from '#src/shared/devices/verdict.ts';
import apple from './apple.json' with { type: 'json' };

const families = loadOwnDevices();
const finder = createDeviceFinder({ families, listed: [], listedAt: null });
const models = families.flatMap((family) => family.models.map(({ name }) => ({ family, name })));

/** One model for each family in the reference, and for each exception that it states. */
const named = (prefix: string, names: string) => names.split(', ').map((name) => `${prefix}${name}`);
const REFERENCE = [
  named('iPhone ', 'XR, XS, XS Max, 11, 12 mini, 13, 14, 15, 16, 16e, 17, 17 Pro, 17 Pro Max, 17e, Air'),
  named('iPhone SE ', '(2nd generation), (3rd generation)'),
  named('iPad ', 'Pro 11-inch (1st generation), Pro 12.9-inch (3rd generation), Air (3rd generation)'),
  named('iPad ', 'mini (5th generation), (7th generation)'),
  named('Google Pixel ', '2, 3, 3 XL, 3a, 4, 5, 6, 7, 8, 9, 10, Fold, Tablet'),
  named('Samsung Galaxy ', 'S20, S20+, S20 Ultra, S20 FE, S21, S22, S23, S24, S25, S26, Note20, Note20 Ultra, Fold'),
  named('Samsung Galaxy ', 'Z Fold2, Z Fold7, Z Flip, Z Flip3, Z Flip7, A54, A55, A35, A56, XCover7'),
  named('Motorola ', 'Razr (2019), Razr 40, Edge 40, Edge 50, Edge 60, Moto G52J 5G, Moto G53J 5G'),
  named('Xiaomi ', '12T Pro, 13, 13T, 14, 15, Redmi Note 13 Pro, Redmi Note 14 Pro'),
  named('Oppo ', 'Find X3 Pro, Find X5, Find X8, Reno 5A, Reno 6 Pro 5G, Reno 9A'),
  named('OnePlus ', '11, 12, 13, Open'),
  named('Honor ', 'Magic4 Pro, Magic7 Pro, 90, 200'),
  named('Sony ', 'Xperia 10 III Lite, Xperia 1 IV, Xperia 5 IV'),
  named('Huawei ', 'P40, P40 Pro, P40 Pro+, Mate 40 Pro, Pura 70 Pro'),
  named('Nothing ', 'Phone (2a) Plus, Phone (3)'),
  named('', 'Fairphone 4, Fairphone 5, Sharp Aquos sense4 lite, Rakuten Mini, Nokia X30, Nokia G60, Nokia XR21'),
  named('', 'Microsoft Surface Duo, Windows laptop with LTE or 5G'),
].flat();

describe('our own data on devices', () => {
  it('has every family of the reference', () => {
    const known = new Set(models.map(({ family, name }) => nameOf({ maker: family.maker, name })));
    expect(REFERENCE.filter((name) => !known.has(name))).toEqual([]);
  });

  it('names each model once, each with an https source and the date on which it was read', () => {
    const names = models.map(({ family, name }) => nameOf({ maker: family.maker, name }).toLowerCase());
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
    const ids = families.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const { source, readAt } of families) {
      expect(source).toMatch(/^https:\/\//);
      expect(Date.parse(readAt)).toBeLessThanOrEqual(Date.now());
    }
  });

  it('finds every model by its own name, in both languages', () => {
    for (const { family, name } of models)
      for (const locale of LOCALES) {
        const written = nameOf({ maker: family.maker, name }, locale);
        const { device } = finder.find(written);
        expect([written, device?.name, device?.family?.id]).toEqual([written, name, family.id]);
      }
  });

  it('finds every model by its aliases and by its model number', () => {
    for (const family of families)
      for (const { name, aliases = [], codes = [] } of family.models)
        for (const spelling of [...aliases.map((alias) => nameOf({ maker: family.maker, name: alias })), ...codes]) {
          const { device, others } = finder.find(spelling);
          expect([device, ...others].map((each) => each?.name), spelling).toContain(name);
        }
  });

  it('no iPhone of mainland China before the Air is compatible, and no model is compatible because of notes alone', () => {
    for (const family of families.filter(({ id, models: [first] }) => first!.name.startsWith('iPhone') && id !== 'iphone-air'))
      expect(verdictOn({ family }, 'CN').kind, family.id).toBe(family.id === 'iphone-17e' ? 'yes' : 'no');
    const [first] = apple;
    expect(() => parseFamilies([{ ...first, checked: 'notes', esim: 'yes' }])).toThrow(/only a page/);
    expect(() => parseFamilies([{ ...first, source: 'http://example.com' }])).toThrow();
    expect(() => parseFamilies([{ ...first, colour: 'red' }])).toThrow(/colour/);
  });
});
