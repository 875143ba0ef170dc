import { expect, it } from 'vitest';
import type { Destination } from '../../../../modules/catalogue/types.ts';
import type { Money } from '../../../../shared/money.ts';
import { usd } from '#test/support/money.ts';
import { addedPlaces } from './added-places.ts';

const place = (slug: string, from: Money | null = usd(450)) =>
  ({ slug, name: { en: slug, fr: slug }, from }) as Partial<Destination> as Destination;
const REACH: Record<string, string[]> = {
  europe: ['spain', 'italy', 'norway'],
  global: ['spain', 'italy', 'andorra', 'morocco'],
};
const catalogue = {
  placeWithin: async (offer: string, slug: string) => (REACH[offer]?.includes(slug) ? place(slug) : null),
};
const added = async (offers: string[], near: Destination[]) =>
  (await addedPlaces(catalogue, offers, near)).map(({ slug, works }) => [slug, ...works]);

it('adds the nearest place for each answer that the plans give, at most two', async () => {
  const near = [place('andorra', null), place('spain'), place('italy'), place('morocco'), place('norway')];
  expect(await added(['france', 'europe', 'global'], near)).toEqual([
    ['spain', false, true, true],
    ['morocco', false, false, true],
  ]);
});

it('counts the place of a plan itself', async () => {
  expect(await added(['france', 'spain'], [place('spain')])).toEqual([['spain', false, true]]);
});

it('adds none where all plans reach as far', async () => {
  expect(await added(['europe', 'global'], [place('spain'), place('italy')])).toEqual([]);
  expect(await added(['france', 'france'], [place('spain')])).toEqual([]);
});
