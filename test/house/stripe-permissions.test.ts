import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

/** docs/operations.md names the permissions of a restricted Stripe key by the calls that they are for. */

const ROOT = path.join(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');
/** The calls of the official SDK in a text: `refunds.create` of `stripe.refunds.create(`. */
const CALL =
  /(?:stripe|stripeOf\(patient\))\.((?:\w+\.)+(?:create|retrieve|retrieveCurrent|list|update|expire|cancel|del|detach|listPaymentMethods))\(/g;

test('every call at Stripe is in the table of permissions, and the table has no other', () => {
  const files = globSync(['store/src/adapters/stripe{.ts,/*.ts}', 'store/src/ops/doctor/*.ts'], { cwd: ROOT });
  const calls = files.flatMap((file) => [...read(file).matchAll(CALL)].map(([, call]) => call!));
  const [, section = ''] = /### A restricted Stripe key\n([\s\S]*?)\n## /.exec(read('docs/operations.md')) ?? [];
  const named = [...section.matchAll(/`(\w+(?:\.\w+)+)`/g)].map(([, call]) => call!);
  expect(calls.length).toBeGreaterThan(10);
  expect(new Set(named)).toEqual(new Set(calls));
});
