import { expect, test } from 'vitest';
import { checkedLookup, isPublicAddress } from './public-address.ts';

const lookUp = (isAllowed: (address: string) => boolean) =>
  new Promise((answered) =>
    checkedLookup(isAllowed, () => Object.assign(new Error('refused'), { code: 'refused' }))(
      'localhost',
      { all: true },
      (error, addresses) => answered(error?.code ?? addresses),
    ),
  );

test('a name that leads to an internal address is refused after its look-up', async () => {
  expect(await lookUp(isPublicAddress)).toBe('refused');
  expect(await lookUp(() => true)).toContainEqual(
    expect.objectContaining({ address: expect.stringMatching(/^127|^::1/) }),
  );
});
