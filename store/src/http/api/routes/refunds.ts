import * as z from 'zod';
import { LineRefundView, RefundableView } from '../../../shared/refund-views.ts';
import { AskRefund, RefundLine } from '../requests.ts';
import { body, describeRoute, failures, json } from './describe.ts';

/** `line`: the number of the line in its order, from 1. */
const ofLine = { params: z.object({ orderId: z.string(), line: z.string() }) };
const tags = ['orders'];

export const refunds = {
  ofLine: describeRoute({
    method: 'get',
    path: '/orders/{orderId}/lines/{line}/refund',
    tags,
    summary: 'What goes back for a line now, as the wholesaler says at this moment, and what was asked about it',
    request: ofLine,
    responses: { 200: json(LineRefundView, 'The right, and the last request.'), ...failures },
  }),
  refund: describeRoute({
    method: 'post',
    path: '/orders/{orderId}/lines/{line}/refund',
    tags,
    summary: 'Refund an unused line by oneself, in full; a repetition returns the refund that is underway',
    request: { ...ofLine, ...body(RefundLine) },
    responses: { 200: json(LineRefundView, 'The refund is requested, or the eSIM is given back first.'), ...failures },
  }),
  ask: describeRoute({
    method: 'post',
    path: '/orders/{orderId}/lines/{line}/refund-request',
    tags,
    summary: 'Ask a person for the price of a line that did not work, or for a part of it',
    request: { ...ofLine, ...body(AskRefund) },
    responses: { 200: json(LineRefundView, 'A person decides, until the stated time.'), ...failures },
  }),
  refundable: describeRoute({
    method: 'get',
    path: '/account/refundable',
    tags,
    summary: 'The paid lines of the signed-in account and what goes back for each, as last reported',
    responses: { 200: json(z.object({ lines: z.array(RefundableView) }), 'Newest first.'), ...failures },
  }),
};
