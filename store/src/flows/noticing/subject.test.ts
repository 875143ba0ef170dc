import { expect, test } from 'vitest';
import type { Queryable } from '../../db/database.ts';
import type { Esim } from '../../modules/esims/esims.ts';
import { deliveredLines, deliveryOf, profileLines } from '../../modules/orders/line-state.ts';
import type { Order } from '../../modules/orders/orders.ts';
import { subjectOf } from './subject.ts';

/** Which plans of an eSIM get notices, when one was added by an order of its own. */

const plan = (orderId: string) => ({ orderId, lineId: `${orderId}-line`, position: orderId === 'added' ? 1 : 0 });
const esim = { profileState: 'enabled', plans: [plan('bought'), plan('added')] } as unknown as Esim;
const orderOf = (id: string, change: object = {}) =>
  ({
    id,
    email: 'ana@example.com',
    status: 'fulfilled',
    lines: [{ id: `${id}-line`, purpose: id === 'added' ? 'plan' : 'profile', status: 'fulfilled' }],
    replacements: [],
    ...change,
  }) as unknown as Order;

/** The subject while this plan of the eSIM is in use. `added`: the order that added the second one. */
function subject(inUse: 0 | 1, added: Order | null) {
  const orders = {
    find: (id: string) => Promise.resolve(id === 'bought' ? orderOf('bought') : added),
    isSample: () => Promise.resolve(false),
    profileLines,
    deliveredLines,
    deliveryOf,
  };
  const esims = { standingOf: () => ({ current: esim.plans[inUse] }) };
  return subjectOf({ esims, orders } as unknown as Parameters<typeof subjectOf>[0], {} as Queryable, esim);
}

const REFUNDED = { lines: [{ id: 'added-line', purpose: 'plan', status: 'refunded' }], status: 'refunded' };

test('an added plan is told of on the order of its eSIM, as long as its own price was not given back', async () => {
  expect(await subject(1, orderOf('added'))).toMatchObject({ plan: { position: 1 }, order: { id: 'bought' } });
  expect(await subject(1, orderOf('added', REFUNDED))).toBeNull();
  expect(await subject(1, orderOf('added', { status: 'disputed' }))).toBeNull();
  expect(await subject(1, null)).toBeNull();
});

test('the plan with which the eSIM was bought is told of, whatever became of another one', async () => {
  expect(await subject(0, orderOf('added', REFUNDED))).toMatchObject({ plan: { position: 0 } });
});
