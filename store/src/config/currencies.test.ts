import { describe, expect, it } from 'vitest';
import { SANDBOX } from '#test/support/configuration.ts';
import { loadConfig, loadDataSettings } from './config.ts';

describe('CURRENCIES', () => {
  it.each([
    [undefined, ['USD']],
    ['', ['USD']],
    ['EUR', ['EUR']],
    ['usd, eur', ['USD', 'EUR']],
  ])('%s → %s', (CURRENCIES, currencies) => {
    const env = { ...SANDBOX, ...(CURRENCIES !== undefined && { CURRENCIES }) };
    expect([loadConfig(env).currencies, loadDataSettings(env).currencies]).toEqual([currencies, currencies]);
  });

  it.each(['XYZ', 'USD,XYZ', 'USD,USD', 'USD,', ',', 'USD EUR', 'dollars', '$'])(
    'refuses %s by its rule',
    (CURRENCIES) => {
      expect(() => loadConfig({ ...SANDBOX, CURRENCIES })).toThrow(
        'CURRENCIES: must be currencies by three letters (ISO 4217) with commas between them, each once, such as USD,EUR',
      );
    },
  );
});
