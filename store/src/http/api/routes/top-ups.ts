import * as z from 'zod';
import type { Currencies } from '../../../shared/money.ts';
import { TopUpsView } from '../../../shared/top-up-views.ts';
import { buyTopUp } from '../requests.ts';
import { body, describeRoute, failures, json } from './describe.ts';

/** `line`: the number of the line that bought the eSIM, from 1. */
const ofLine = { params: z.object({ orderId: z.string(), line: z.string() }) };
const tags = ['orders'];

export const topUps = {
  list: describeRoute({
    method: 'get',
    path: '/orders/{orderId}/lines/{line}/top-ups',
    tags,
    summary: 'What can be added to the eSIM of a line now, or why nothing can',
    request: ofLine,
    responses: { 200: json(TopUpsView, 'The smallest first.'), ...failures },
  }),
};

/** In a store with these currencies. */
export const buyTopUpRoute = (currencies: Currencies) =>
  describeRoute({
    method: 'post',
    path: '/orders/{orderId}/lines/{line}/top-ups',
    tags,
    summary: 'Order a plan for the eSIM of a line; returns the URL of the payment page',
    request: { ...ofLine, ...body(buyTopUp(currencies)) },
    responses: {
      201: json(
        z.object({ orderId: z.uuid(), paymentUrl: z.url() }),
        'An order of its own, which this browser may open as it may open the one of the eSIM.',
      ),
      ...failures,
    },
  });
