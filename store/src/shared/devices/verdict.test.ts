import { describe, expect, it } from 'vitest';
import { loadOwnDevices } from '../../modules/devices/own-devices.ts';
import { SALE_PLACES } from './types.ts';
import { verdictOn } from './verdict.ts';

const families = loadOwnDevices();
const family = (id: string) => families.find((each) => each.id === id)!;

describe('the eSIM verdict on a device', () => {
  it('depends on the place of sale, for the eSIM and for a slot beside it', () => {
    const iphone17 = { family: family('iphone-17') };
    expect(verdictOn(iphone17, 'other')).toMatchObject({ kind: 'yes', simSlot: true });
    expect(verdictOn(iphone17, 'JP')).toMatchObject({ kind: 'yes', simSlot: false });
    expect(verdictOn(iphone17, 'CN')).toMatchObject({ kind: 'no' });
    expect(verdictOn(iphone17, 'HK')).toMatchObject({ kind: 'depends' });
    expect(verdictOn({ family: family('iphone-air') }, 'CN')).toMatchObject({
      kind: 'yes',
      simSlot: false,
      notes: ['install-outside-china'],
    });
  });

  it('names the exceptions while the place is unknown, and then no slot that only some models have', () => {
    expect(verdictOn({ family: family('iphone-17') }, null)).toMatchObject({
      kind: 'yes-unless',
      simSlot: null,
      unless: { no: ['CN'], depends: ['HK', 'MO'] },
    });
    expect(verdictOn({ family: family('pixel-7') }, null)).toMatchObject({ kind: 'yes', simSlot: true });
  });

  it('is never yes without data', () => {
    expect(verdictOn({ family: null }, 'US').kind).toBe('listed');
    for (const each of families)
      for (const place of [...SALE_PLACES, 'other', null] as const) {
        const { kind } = verdictOn({ family: each }, place);
        const stated = each.exceptions.find(({ places }) => places.some((known) => known === place))?.esim ?? each.esim;
        if (kind === 'yes' || kind === 'yes-unless') expect([each.id, place, stated]).toEqual([each.id, place, 'yes']);
      }
  });
});
