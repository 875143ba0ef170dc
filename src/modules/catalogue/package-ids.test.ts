import { describe, expect, it } from 'vitest';
import packagesFile from '#data/wholesale/packages.json' with { type: 'json' };
import { PLANS } from './offers.ts';
import { parsePackageIds } from './package-ids.ts';

const PLAN_IDS = PLANS.map((plan) => plan.id);

describe('the wholesale package ids', () => {
  it('give every plan one package of its own data and days', () => {
    const packageIds = parsePackageIds(packagesFile, PLAN_IDS);
    for (const plan of PLANS) {
      expect(packageIds.get(plan.id)).toBe(`${plan.offerSlug}-${plan.days}days-${plan.dataMb / 1024}gb`);
    }
  });

  it('name every fault of the file at once', () => {
    expect(() => parsePackageIds({ a: 'same', b: 'same', d: 'other' }, ['a', 'b', 'c'])).toThrow(
      'wholesale packages: no package for plan c; unknown plan d; package same is used twice',
    );
  });

  it('refuse anything but a map of ids', () => {
    expect(() => parsePackageIds({ a: 'Not An Id' }, ['a'])).toThrow();
    expect(() => parsePackageIds([], ['a'])).toThrow();
  });
});
