import 'fake-indexeddb/auto';
import fc from 'fast-check';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { keep, KeepError, mayHaveKept, readKept, refreshKept, removeAfter, removeKept } from './kept-store.ts';
import { type Change, endOf, type KeptEsim, type KeptOrder, staysAfter, withoutEnded } from './kept.ts';
import { localized } from '../shared/locale.ts';

const DAY = 86_400_000;
const NOW = Date.parse('2026-11-22T12:00:00Z');

const esim = (changes: Partial<KeptEsim> = {}): KeptEsim => ({
  offerSlug: 'thailand',
  name: localized({ en: 'Thailand', fr: 'Thaïlande' }),
  flagSvg: null,
  dataMb: 5_120,
  unlimited: false,
  days: 30,
  lpa: 'LPA:1$rsp.example$CODE',
  smdpAddress: 'rsp.example',
  activationCode: 'CODE',
  confirmationCode: null,
  apn: null,
  installed: false,
  planState: 'not_active',
  remainingMb: 5_120,
  usageAt: null,
  validUntil: null,
  ...changes,
});

const order = (changes: Partial<KeptOrder> = {}): KeptOrder => ({
  orderId: 'order-1',
  number: 'R65CX3S9',
  orderedAt: new Date(NOW).toISOString(),
  owner: 'amara',
  ofAccount: false,
  savedAt: new Date(NOW).toISOString(),
  esims: [esim()],
  ...changes,
});

const storage = new Map<string, string>();
beforeEach(async () => {
  storage.clear();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, value: string) => storage.set(key, value),
    removeItem: (key: string) => storage.delete(key),
  });
  vi.stubGlobal('indexedDB', new IDBFactory());
});

describe('the retention of a copy', () => {
  it('is until 30 days after the end of its plan', () => {
    const validUntil = new Date(NOW).toISOString();
    expect(endOf(esim({ validUntil }), order().orderedAt)).toBe(NOW + 30 * DAY);
    expect(endOf(esim({ validUntil, daysAfter: 7 }), order().orderedAt)).toBe(NOW + 37 * DAY);
    const kept = order({ esims: [esim({ validUntil })] });
    expect(withoutEnded(kept, NOW + 30 * DAY - 1)).toEqual(kept);
    expect(withoutEnded(kept, NOW + 30 * DAY)).toBeNull();
  });

  it('of an unused eSIM is until 30 days after the last possible end of its plan', () => {
    expect(endOf(esim(), order().orderedAt)).toBe(NOW + (365 + 30 + 30) * DAY);
  });

  it('applies to each eSIM of an order separately', () => {
    const over = esim({ validUntil: new Date(NOW - 31 * DAY).toISOString() });
    expect(withoutEnded(order({ esims: [over, esim()] }), NOW)?.esims).toEqual([esim()]);
  });

  it('is zero when its time cannot be read', () => {
    expect(withoutEnded(order({ esims: [esim({ validUntil: 'soon' })] }), NOW)).toBeNull();
  });

  it('is applied by reading, which removes expired copies', async () => {
    await keep(order());
    await keep(order({ orderId: 'order-2', esims: [esim({ validUntil: new Date(NOW).toISOString() })] }));
    expect((await readKept(NOW + 31 * DAY)).map(({ orderId }) => orderId)).toEqual(['order-1']);
    expect((await readKept(NOW)).map(({ orderId }) => orderId)).toEqual(['order-1']);
    expect(await readKept(NOW + 500 * DAY)).toEqual([]);
    expect(mayHaveKept()).toBe(false);
  });
});

describe('the owner of a copy', () => {
  const guest = order({ orderId: 'guest', owner: null });
  const guestOfAccount = order({ orderId: 'cookie', owner: null, ofAccount: true });

  it('loses everything by signing out, including the flag', async () => {
    for (const each of [order(), guest, guestOfAccount]) await keep(each);
    await removeAfter({ is: 'signed-out' });
    expect(mayHaveKept()).toBe(false);
    storage.set('cairn_kept', '1');
    expect(await readKept(NOW)).toEqual([]);
  });

  it('with a session that ended elsewhere loses the account’s copies, but not a guest’s', async () => {
    for (const each of [order(), guest]) await keep(each);
    await removeAfter({ is: 'session-ended' });
    expect(await readKept(NOW)).toEqual([guest]);
  });

  it('changes: another account sees no copy of the first, nor of an account’s order', async () => {
    for (const each of [order(), guest, guestOfAccount]) await keep(each);
    await removeAfter({ is: 'signed-in', as: 'bruno' });
    expect(await readKept(NOW)).toEqual([guest]);
  });

  it('is, after any changes, a guest or the last person', () => {
    const person = fc.constantFrom('amara', 'bruno', 'chloe');
    const change = fc.oneof(
      person.map((as): Change => ({ is: 'signed-in', as })),
      fc.constantFrom<Change>({ is: 'signed-out' }, { is: 'session-ended' }),
    );
    const copies = fc.array(fc.record({ owner: fc.option(person), ofAccount: fc.boolean() }));
    fc.assert(
      fc.property(copies, fc.array(change, { minLength: 1 }), (all, changes) => {
        const left = changes.reduce((kept, each) => kept.filter((copy) => staysAfter(copy, each)), all);
        const last = changes.at(-1)!;
        const as = last.is === 'signed-in' ? last.as : null;
        for (const { owner } of left) expect([null, as]).toContain(owner);
      }),
    );
  });
});

describe('the storage', () => {
  it('does not restore a copy that was removed during an update, nor change its owner', async () => {
    await keep(order());
    await refreshKept(order({ owner: 'bruno' }));
    expect((await readKept(NOW))[0]?.owner).toBe('amara');
    await removeKept('order-1');
    await refreshKept(order());
    storage.set('cairn_kept', '1');
    expect(await readKept(NOW)).toEqual([]);
  });

  it('opens no database in a browser without copies', async () => {
    vi.stubGlobal('indexedDB', undefined);
    expect(await readKept()).toEqual([]);
    await removeAfter({ is: 'signed-out' });
    await removeKept('order-1');
  });

  it('reports that the browser forbids storage', async () => {
    vi.stubGlobal('indexedDB', {
      open: () => {
        throw new DOMException('not here', 'SecurityError');
      },
    });
    await expect(keep(order())).rejects.toMatchObject({ code: 'unavailable' });
  });

  it('reports that the quota is exhausted', async () => {
    const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    try {
      const failure = await keep(order()).catch((error: unknown) => error);
      expect(failure).toBeInstanceOf(KeepError);
      expect(failure).toMatchObject({ code: 'full' });
    } finally {
      put.mockRestore();
    }
  });
});
