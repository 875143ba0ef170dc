import * as z from 'zod';
import { OpenTicketBody } from '../requests.ts';
import { body, describeRoute, failures, json } from './describe.ts';

export const tickets = {
  open: describeRoute({
    method: 'post',
    path: '/tickets',
    tags: ['tickets'],
    summary: 'Write to the merchant; the answer comes by mail',
    request: body(OpenTicketBody),
    responses: {
      201: json(z.object({ number: z.string() }), 'The number of the ticket; the same form again gives the same.'),
      ...failures,
    },
  }),
};
