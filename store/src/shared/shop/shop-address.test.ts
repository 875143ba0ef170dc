import fc from 'fast-check';
import { expect, it } from 'vitest';
import { EMPTY_SHOP, isPlainShop, KINDS, parseShop, shopAddress, type ShopState, SORTS, STEP } from './shop-address.ts';

const parse = (address: string) => parseShop(new URL(address, 'https://shop.example').searchParams);

const count = (max: number) => fc.option(fc.integer({ min: 1, max }), { nil: null });
const states: fc.Arbitrary<ShopState> = fc.record({
  query: fc.constantFrom('', 'japon', 'côte d’ivoire', 'a&b=c', '100 %'),
  filter: fc.record({
    data: count(1_000),
    days: count(365),
    price: count(1_000),
    fiveG: fc.boolean(),
    hotspot: fc.boolean(),
  }),
  kind: fc.constantFrom(null, ...KINDS),
  sort: fc.constantFrom(...SORTS),
  show: fc.integer({ min: 1, max: 100 }).map((steps) => steps * STEP),
  view: fc.constantFrom('list', 'compare'),
  compare: fc.uniqueArray(fc.constantFrom('france-1gb', 'asia-5gb', 'global-10gb', 'x'), { maxLength: 3 }),
});

it('every state has its own URL, which is parsed back into it', () => {
  fc.assert(
    fc.property(states, (state) => {
      expect(parse(shopAddress(state))).toEqual({ state, ignored: [] });
    }),
  );
  expect(shopAddress({})).toBe('/plans');
  expect(shopAddress({ query: 'japon', compare: ['a', 'b'] })).toBe('/plans?q=japon&compare=a,b');
});

it('any URL is parsed into a state, whose URL gives the same state', () => {
  const name = fc.constantFrom(
    'q',
    'data',
    'days',
    'price',
    '5g',
    'hotspot',
    'kind',
    'sort',
    'show',
    'view',
    'compare',
  );
  fc.assert(
    fc.property(fc.array(fc.tuple(name, fc.string({ unit: 'binary' }))), (pairs) => {
      const { state } = parseShop(new URLSearchParams(pairs));
      expect(parse(shopAddress(state)).state).toEqual(state);
    }),
  );
});

it('invalid values are ignored and reported', () => {
  expect(parse('/plans?data=-1&days=0&price=1e9&5g=maybe&kind=moon&sort=luck&show=x&view=3d&hotspot=no')).toEqual({
    state: EMPTY_SHOP,
    ignored: ['show', 'data', 'days', 'price', '5g', 'hotspot', 'kind', 'sort', 'view'],
  });
  expect(parse('/plans?compare=a,b,c,d')).toMatchObject({ state: { compare: ['a', 'b', 'c'] }, ignored: ['compare'] });
  expect(parse('/plans?compare=a&compare=b').state.compare).toEqual(['a', 'b']);
  expect(parse('/plans?data=&days=&utm_source=x&nothing=1')).toEqual({ state: EMPTY_SHOP, ignored: [] });
  expect(parse(`/plans?q=${'x'.repeat(10_000)}`).state.query).toHaveLength(80);
  expect(parse('/plans?show=25').state.show).toBe(48);
});

it('only a URL with a request differs from the plain shop', () => {
  const isPlain = (query: string) => isPlainShop(new URLSearchParams(query));
  expect(['', 'utm_source=x&plan=y', 'q=&data='].map(isPlain)).toEqual([true, true, true]);
  expect(['q=a', 'data=nonsense', 'compare=a'].map(isPlain)).toEqual([false, false, false]);
});
