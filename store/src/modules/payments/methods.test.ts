import { expect, test } from 'vitest';
import { until } from '#test/support/wire.ts';
import { createKnownMethods } from './methods.ts';

const CARD = { card: true, others: [] };
const WALLETS = { card: true, others: ['Apple Pay'] };

/** A vendor whose answers are given one by one; a clock that is set. */
function set() {
  let at = 0;
  const asked: { answer: (methods: typeof WALLETS) => void; fail: () => void }[] = [];
  const methods = createKnownMethods(
    {
      methods: () =>
        new Promise((resolve, reject) => {
          asked.push({ answer: resolve, fail: () => reject(new Error('payment-unavailable')) });
        }),
    },
    () => at,
  );
  return { methods, asked, pass: (ms: number) => (at += ms) };
}

const becomes = (methods: ReturnType<typeof createKnownMethods>, value: unknown) =>
  until(async () => JSON.stringify(methods.known()) === JSON.stringify(value), { what: 'the methods are known' });

test('no caller waits: the methods are known once the vendor has answered, which is asked once', async () => {
  const { methods, asked } = set();
  expect([methods.known(), methods.known()]).toEqual([null, null]);
  expect(asked).toHaveLength(1);
  asked[0]!.answer(WALLETS);
  await becomes(methods, WALLETS);
  expect(asked).toHaveLength(1);
});

test('they are read again after ten minutes, and a change is reported', async () => {
  const { methods, asked, pass } = set();
  let changes = 0;
  methods.onChange(() => (changes += 1));
  methods.known();
  asked[0]!.answer(WALLETS);
  await becomes(methods, WALLETS);
  pass(10 * 60_000);
  expect(methods.known()).toEqual(WALLETS);
  asked[1]!.answer(CARD);
  await becomes(methods, CARD);
  expect(changes).toBe(2);
});

test('after an error the last answer stays, and the vendor is asked again a minute later', async () => {
  const { methods, asked, pass } = set();
  methods.known();
  asked[0]!.answer(WALLETS);
  await becomes(methods, WALLETS);
  pass(10 * 60_000);
  methods.known();
  asked[1]!.fail();
  await until(
    async () => {
      pass(60_000);
      methods.known();
      return asked.length === 3;
    },
    { what: 'the vendor is asked again' },
  );
  expect(methods.known()).toEqual(WALLETS);
});
