import { expect, it } from 'vitest';
import { merchantSchema } from '../../shared/merchant.ts';
import type { Patient } from './check.ts';
import { TAX_CHECKS } from './tax.ts';

/** What the first check says in live mode about a merchant's file. */
async function told(facts: object) {
  const config = { mode: 'live', merchant: merchantSchema.parse(facts) };
  const { state, says } = await TAX_CHECKS[0]!.run({ config } as unknown as Patient, AbortSignal.timeout(10_000));
  return `${state}: ${says}`;
}

it('says that a file of 1.0.0 states nothing about tax, unless the merchant is exempt', async () => {
  expect(await told({ name: 'A shop' })).toBe('warning: sales have no line about tax: MERCHANT_FILE has no "tax"');
  expect(await told({ vatExemption: { en: 'Exempt', fr: 'Exonéré' } })).toMatch(/^ok: .*the merchant is exempt$/);
});

it('fails for taxed states without a rate, and names what no report has and what is sold without tax', async () => {
  expect(await told({ tax: { home: 'FR', territories: 'eu-oss', gb: true } })).toMatch(/^ok: .*in 28 states/);
  expect(await told({ tax: { home: 'FR', territories: ['FR', 'CH'] } })).toMatch(
    /^failed: taxed without a rate.*: CH$/,
  );
  const rates = [{ country: 'CH', percent: 8.1, from: '2024-01-01' }];
  expect(await told({ tax: { home: 'FR', territories: ['FR', 'CH'], rates } })).toMatch(
    /^warning: taxed, and in none of the reports of "ops tax": CH$/,
  );
  expect(await told({ tax: { home: 'FR', territories: ['FR'] } })).toMatch(/^warning: sold without tax.*: AT, BE, /);
  expect(await told({ tax: { home: 'CH', territories: ['CH'], rates } })).toMatch(/^ok: /);
  expect(await told({ tax: { home: 'XX', territories: ['XX'] } })).toMatch(/^failed: .*names no countries: XX$/);
});
