import { describe, expect, it } from 'vitest';
import operators from './operators.json' with { type: 'json' };
import rows from './rows.json' with { type: 'json' };
import whitelist from './whitelist.json' with { type: 'json' };

const bandsOf = (network: string) => rows.find((row) => row.network === network && row.status === 'Operational')?.bands ?? '';

describe('operators.json', () => {
  it('says what whitelist.json and rows.json say (else run scripts/data/operators.mjs again)', () => {
    const expected = whitelist.map((entry) => [
      entry.offer,
      entry.operators.map(({ name, networks }) => {
        const bands = networks.map(bandsOf).join(' / ');
        const has5g = !('only4g' in entry) && bands.includes('5G');
        return { name, generations: [...(bands.includes('LTE') ? ['4G'] : []), ...(has5g ? ['5G'] : [])] };
      }),
    ]);
    expect(Object.entries(operators)).toEqual(expected);
  });
});
