import * as z from 'zod';
import type { Currencies } from '../../../shared/money.ts';
import { AutoTopUpAnswer } from '../../../shared/top-up-views.ts';
import { OrderView } from '../../../shared/views.ts';
import { setAutoTopUp } from '../requests.ts';
import { body, describeRoute, failures, json } from './describe.ts';

/** `line`: the number of the line that bought the eSIM, from 1. */
const ofLine = { params: z.object({ orderId: z.string(), line: z.string() }) };
const path = '/orders/{orderId}/lines/{line}/auto-top-up';
const tags = ['orders'];

export const autoTopUps = {
  look: describeRoute({
    method: 'get',
    path,
    tags,
    summary: 'The auto top-up of an eSIM, and what can be agreed to now',
    request: ofLine,
    responses: { 200: json(AutoTopUpAnswer, 'For the account of the order; others see that it exists.'), ...failures },
  }),
};

/** In a store with these currencies. */
export const setAutoTopUpRoute = (currencies: Currencies) =>
  describeRoute({
    method: 'put',
    path,
    tags,
    summary: 'Switch the auto top-up of an eSIM on with a plan, a threshold, a cap and a card; or off',
    request: { ...ofLine, ...body(setAutoTopUp(currencies)) },
    responses: { 200: json(z.object({ order: OrderView }), 'The order of the eSIM.'), ...failures },
  });
