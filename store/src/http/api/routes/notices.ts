import * as z from 'zod';
import { NOTICE_TOPICS } from '../../../shared/notices.ts';
import { OrderView } from '../../../shared/views.ts';
import { ChangeTravelDate, ChooseNotice, SwitchNotices } from '../requests.ts';
import { body, describeRoute, failures, json } from './describe.ts';

const tags = ['notices'];
const orderParams = { params: z.object({ orderId: z.string() }) };
const orderAnswer = { 200: json(z.object({ order: OrderView }), 'The order as it is now.'), ...failures };

/** Whether each topic comes by mail and by push. */
const Choices = z.object({
  choices: z.array(z.strictObject({ topic: z.enum(NOTICE_TOPICS), mail: z.boolean(), push: z.boolean() })),
});
const choicesAnswer = { 200: json(Choices, 'The choices of the account.'), ...failures };

export const notices = {
  choices: describeRoute({
    method: 'get',
    path: '/account/notices',
    tags,
    summary: 'The notices that the signed-in account wants',
    responses: choicesAnswer,
  }),
  choose: describeRoute({
    method: 'put',
    path: '/account/notices',
    tags,
    summary: 'Turn a topic on or off, by mail or by push',
    request: body(ChooseNotice),
    responses: choicesAnswer,
  }),
  ofOrder: describeRoute({
    method: 'post',
    path: '/orders/{orderId}/notices',
    tags,
    summary: 'Turn the notices about the eSIMs of one order on or off',
    request: { ...orderParams, ...body(SwitchNotices) },
    responses: orderAnswer,
  }),
  travelDate: describeRoute({
    method: 'post',
    path: '/orders/{orderId}/travel-date',
    tags,
    summary: 'Set or remove the travel date of an order: two days before, the store reminds to install',
    request: { ...orderParams, ...body(ChangeTravelDate) },
    responses: orderAnswer,
  }),
};
