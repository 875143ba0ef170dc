import fc from 'fast-check';
import { orderCookieName, orderSecretIn } from './order-cookie.ts';
import { describe, expect, it } from 'vitest';
import { isUuid, readableCode, uuidv7 } from './ids.ts';
import { matchLocale } from './locale.ts';
import { isLoopback } from './loopback.ts';
import { paths } from './paths.ts';

describe('ids', () => {
  it('are UUIDv7 that sort by creation time', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2 ** 47 }), fc.integer({ min: 1, max: 2 ** 40 }), (at, later) => {
        const [first, second] = [uuidv7(at), uuidv7(at + later)];
        expect(first).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
        expect(isUuid(first)).toBe(true);
        expect(first < second).toBe(true);
      }),
    );
  });

  it('of one process sort by their order of creation, also within a millisecond and while the clock is corrected', () => {
    const corrections = fc.array(fc.integer({ min: -5_000, max: 3 }), { minLength: 2, maxLength: 50 });
    fc.assert(
      fc.property(fc.integer({ min: 10_000, max: 2 ** 47 }), corrections, (start, steps) => {
        // Far from the clock of the previous run.
        uuidv7(start > 2 ** 46 ? 0 : 2 ** 47 + 20_000);
        const ids = steps.map((step) => uuidv7(start + step));
        expect(ids).toEqual(ids.toSorted());
        expect(new Set(ids).size).toBe(ids.length);
      }),
    );
  });

  it('sort when more are made in a millisecond than the counter holds', () => {
    const ids = Array.from({ length: 10_000 }, () => uuidv7(2 ** 40));
    expect(ids).toEqual(ids.toSorted());
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('follow a clock that is set back', () => {
    uuidv7(2 ** 41);
    expect(uuidv7(2 ** 41 - 3_600_000) < uuidv7(2 ** 41 - 3_599_999)).toBe(true);
    expect(
      parseInt(
        uuidv7(2 ** 41 - 7_200_000)
          .replaceAll('-', '')
          .slice(0, 12),
        16,
      ),
    ).toBe(2 ** 41 - 7_200_000);
  });

  it('that people read out avoid letters that look like digits', () => {
    for (let i = 0; i < 200; i += 1) expect(readableCode()).toMatch(/^[0-9A-HJKMNP-TV-Z]{8}$/);
  });
});

describe('languages', () => {
  it('follow the header’s order of preference, and fall back to English', () => {
    expect(matchLocale('fr-CA,fr;q=0.9,en;q=0.8')).toBe('fr');
    expect(matchLocale('de;q=1, en;q=0.2, fr;q=0.7')).toBe('fr');
    expect(matchLocale('fr;q=0, en')).toBe('en');
    expect(matchLocale('de, ja')).toBe('en');
    expect(matchLocale(['de', 'fr-BE'])).toBe('fr');
    expect(matchLocale(undefined)).toBe('en');
  });

  it('are found in any header', () => {
    fc.assert(
      fc.property(fc.string(), (header) => {
        expect(['en', 'fr']).toContain(matchLocale(header));
      }),
    );
  });
});

describe('addresses', () => {
  it('escape any text without a change of their structure', () => {
    fc.assert(
      fc.property(
        fc.string({ minLength: 1 }).filter((text) => text.isWellFormed() && text !== '.' && text !== '..'),
        (text) => {
          expect(new URL(paths.order(text), 'http://x').pathname.split('/')).toHaveLength(3);
          expect(new URL(paths.orderAccess('id', text), 'http://x').searchParams.get('key')).toBe(text);
        },
      ),
    );
  });

  it('of this machine are recognised', () => {
    for (const name of ['localhost', 'app.localhost', '127.0.0.1', '127.8.8.8', '::1', '[::1]'])
      expect(isLoopback(name)).toBe(true);
    for (const name of ['example.com', '10.0.0.1', 'localhost.example.com', '127.example.com', '::2', '0.0.0.0'])
      expect(isLoopback(name)).toBe(false);
  });
});

describe('cookies that open an order', () => {
  const ID = '0198a1b2-0000-7000-8000-000000000001';

  it('are bound to the host over https; one that another host of the domain has set is ignored', () => {
    const [https, http] = ['https://store.example', 'http://127.0.0.1:3000'];
    expect(orderCookieName(ID, https)).toBe(`__Host-order_${ID}`);
    expect(orderCookieName(ID, http)).toBe(`order_${ID}`);
    expect(orderSecretIn(`a=b; __Host-order_${ID}=secret`, ID, https)).toBe('secret');
    expect(orderSecretIn(`order_${ID}=planted`, ID, https)).toBeNull();
    expect(orderSecretIn(`order_${ID}=secret`, ID, http)).toBe('secret');
  });
});
