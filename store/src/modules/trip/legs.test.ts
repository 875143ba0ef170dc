import { describe, expect, test } from 'vitest';
import { legsOf, withFewerSwitches } from './legs.ts';
import { createMeter } from './meter.ts';

/** `1:1-3` is eSIM 1 on the days 1 to 3. */
const listed = (...use: number[][]): string =>
  legsOf(use)
    .map(({ of, first, last }) => `${of + 1}:${first}-${last}`)
    .join(' ');

describe('the switches of a trip', () => {
  test('list an eSIM again when the traveller returns to it, with the data of each stay', () => {
    expect(listed([5, 5, 0, 0, 5], [0, 0, 7, 7, 0])).toBe('1:1-2 2:3-4 1:5-5');
    expect(
      legsOf([
        [5, 5, 0, 0, 4],
        [0, 0, 7, 7, 0],
      ]).map(({ usedMb }) => usedMb),
    ).toEqual([10, 14, 4]);
  });

  test('go from one eSIM to the next on the day on which the first is used up', () => {
    expect(listed([5, 5, 2, 0, 0], [0, 0, 3, 5, 5])).toBe('1:1-3 2:3-5');
    expect(listed([0, 0, 3, 5], [5, 5, 2, 0])).toBe('2:1-3 1:3-4');
  });

  test('name several eSIMs once for all the days that need them together', () => {
    expect(listed([3, 3, 3, 3], [0, 2, 2, 2])).toBe('1:1-4 2:2-4');
  });

  test('are fewer when eSIMs that alternate are used one after the other, with the same data in all and on each day', () => {
    const use = [
      [5, 0, 5, 0, 0],
      [0, 5, 0, 5, 5],
    ];
    const calm = withFewerSwitches(use, () => true, createMeter());
    expect(calm).toEqual([
      [5, 5, 0, 0, 0],
      [0, 0, 5, 5, 5],
    ]);
    expect(withFewerSwitches(use, (of, day) => of === 0 || day !== 0, createMeter())).toEqual(calm);
    const onlyThere = (of: number, day: number) => use[of]![day]! > 0;
    expect(withFewerSwitches(use, onlyThere, createMeter())).toBe(use);
  });

  test('of one eSIM are none', () => {
    expect(listed([5, 5])).toBe('1:1-2');
    expect(legsOf([])).toEqual([]);
  });
});
