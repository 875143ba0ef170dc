import * as z from 'zod';
import type { Currencies } from '../../../shared/money.ts';
import { EsimView, OrderSummary, OrderView } from '../../../shared/views.ts';
import { AskReplacement, createOrder, ListEsims, ListOrders, NameEsim, OfLine, ResendOrder } from '../requests.ts';
import { body, describeRoute, failures, json } from './describe.ts';

const orderParams = { params: z.object({ orderId: z.string() }) };
const tags = ['orders'];
/** The `before` of the next page; null on the last page. */
const next = z.uuid().nullable();

/** In a store with these currencies. */
export const createOrderRoute = (currencies: Currencies) =>
  describeRoute({
    method: 'post',
    path: '/orders',
    tags,
    summary: 'Order one or several plans; returns the URL of the payment page',
    request: body(createOrder(currencies)),
    responses: {
      201: json(
        z.object({ order: OrderView, paymentUrl: z.url() }),
        'The order. Its cookie lets this browser open it; a repetition from another network gets none.',
      ),
      ...failures,
    },
  });

export const orders = {
  list: describeRoute({
    method: 'get',
    path: '/orders',
    tags,
    summary: 'Orders of the signed-in account',
    request: { query: ListOrders },
    responses: { 200: json(z.object({ orders: z.array(OrderSummary), next }), 'Newest first.'), ...failures },
  }),
  show: describeRoute({
    method: 'get',
    path: '/orders/{orderId}',
    tags,
    summary: 'One order',
    request: orderParams,
    responses: { 200: json(z.object({ order: OrderView }), 'The order.'), ...failures },
  }),
  reading: describeRoute({
    method: 'get',
    path: '/orders/{orderId}/reading',
    tags,
    summary: 'Whether newer usage figures of an order are still being read: cheaper than the order, which has them',
    request: orderParams,
    responses: { 200: json(z.object({ reading: z.boolean() }), 'As `readingUsage` of the order.'), ...failures },
  }),
  pay: describeRoute({
    method: 'post',
    path: '/orders/{orderId}/payment',
    tags,
    summary: 'The payment page: the open one, or a new one',
    request: orderParams,
    responses: { 200: json(z.object({ paymentUrl: z.url() }), 'Where to pay.'), ...failures },
  }),
  claim: describeRoute({
    method: 'post',
    path: '/orders/{orderId}/claim',
    tags,
    summary: 'Add an order to the signed-in account; this browser’s cookie must open the order',
    request: orderParams,
    responses: { 200: json(z.object({ order: OrderView }), 'The order, in the account.'), ...failures },
  }),
  resend: describeRoute({
    method: 'post',
    path: '/orders/{orderId}/email',
    tags,
    summary: 'Mail the eSIMs again',
    request: { ...orderParams, ...body(ResendOrder) },
    responses: { 200: json(z.object({ order: OrderView }), 'Queued.'), ...failures },
  }),
  look: describeRoute({
    method: 'post',
    path: '/orders/{orderId}/profile',
    tags,
    summary: 'Ask the wholesaler where the profile of a line is now: whether its code works once more',
    request: { ...orderParams, ...body(OfLine) },
    responses: { 200: json(z.object({ order: OrderView }), 'The order, with what was read.'), ...failures },
  }),
  replace: describeRoute({
    method: 'post',
    path: '/orders/{orderId}/replacement',
    tags,
    summary: 'Ask for a new eSIM in place of the one of a line, with what is left of its plan; once',
    request: { ...orderParams, ...body(AskReplacement) },
    responses: { 200: json(z.object({ order: OrderView }), 'Requested, or confirmed by a rule.'), ...failures },
  }),
  keep: describeRoute({
    method: 'post',
    path: '/orders/{orderId}/replacement/withdrawal',
    tags,
    summary: 'Withdraw such a request before it is confirmed',
    request: { ...orderParams, ...body(OfLine) },
    responses: { 200: json(z.object({ order: OrderView }), 'Withdrawn.'), ...failures },
  }),
  link: describeRoute({
    method: 'post',
    path: '/orders/{orderId}/link',
    tags,
    summary: 'Mail a new link to the address of an order; the answer is the same for an unknown order',
    request: orderParams,
    responses: { 202: json(z.object({}), 'Queued, if there is such an order and it was paid.'), ...failures },
  }),
  nameEsim: describeRoute({
    method: 'post',
    path: '/orders/{orderId}/lines/{line}/name',
    tags,
    summary: 'Name the eSIM of a line (numbered from 1), or remove its name',
    request: { params: z.object({ orderId: z.string(), line: z.string() }), ...body(NameEsim) },
    responses: { 200: json(z.object({ order: OrderView }), 'The order with the name.'), ...failures },
  }),
  esims: describeRoute({
    method: 'get',
    path: '/esims',
    tags,
    summary: 'eSIMs of the signed-in account',
    request: { query: ListEsims },
    responses: { 200: json(z.object({ esims: z.array(EsimView), next }), 'Newest order first.'), ...failures },
  }),
};
