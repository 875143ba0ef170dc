import { expect, it } from 'vitest';
import { joinGenerations, nameOf } from './device-name.ts';

const named = (name: string) => nameOf({ maker: 'Apple', name }, 'fr');

it('successive generations of one product are one name in a list', () => {
  const names = joinGenerations([
    'iPad Pro 12.9-inch (1st generation)',
    'iPad Pro 12.9-inch (2nd generation)',
    'iPad Pro 12.9-inch (3rd generation)',
    'iPad mini (5th generation)',
    'iPad mini (6th generation)',
    'iPad (7th generation)',
    'iPad (9th generation)',
    'iPad (A16)',
  ]);
  expect(names).toEqual([
    'iPad Pro 12.9-inch (1st to 3rd generation)',
    'iPad mini (5th and 6th generation)',
    'iPad (7th generation)',
    'iPad (9th generation)',
    'iPad (A16)',
  ]);
  expect(names.map(named)).toEqual([
    'iPad Pro 12,9 pouces (1re à 3e génération)',
    'iPad mini (5e et 6e génération)',
    'iPad (7e génération)',
    'iPad (9e génération)',
    'iPad (A16)',
  ]);
});
