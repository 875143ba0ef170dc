import * as z from 'zod';
import { SavedCardView } from '../../../shared/views.ts';
import { SaveCard } from '../requests.ts';
import { body, describeRoute, failures, json } from './describe.ts';

const tags = ['cards'];

const Cards = z.object({
  /** The first choice of the holder first, then the oldest. */
  cards: z.array(SavedCardView),
  /** False where the payment provider keeps no cards. */
  offered: z.boolean(),
  /** The provider did not answer: these are the cards as last read. */
  isAway: z.boolean(),
  /** The provider does not know the account any more, so its cards are gone. */
  areLost: z.boolean(),
});

export const cards = {
  list: describeRoute({
    method: 'get',
    path: '/account/cards',
    tags,
    summary: 'The saved cards of the account, read again from the payment provider',
    responses: { 200: json(Cards, 'The cards, and what pays with them by itself.'), ...failures },
  }),
  setup: describeRoute({
    method: 'post',
    path: '/account/cards/setup',
    tags,
    summary: 'Open the payment provider’s page that saves a card; nothing is charged',
    request: body(SaveCard),
    responses: { 201: json(z.object({ url: z.url() }), 'The address of the page.'), ...failures },
  }),
  remove: describeRoute({
    method: 'delete',
    path: '/account/cards/{cardId}',
    tags,
    summary:
      'Remove a saved card; `card-in-use` while auto top-ups pay with it, unless they are switched off or pay with another card',
    request: {
      params: z.object({ cardId: z.string() }),
      query: z.object({ switchOff: z.enum(['true', 'false']).optional(), payWith: z.uuid().optional() }),
    },
    responses: { 204: { description: 'Removed. What it paid can still be refunded to it.' }, ...failures },
  }),
  prefer: describeRoute({
    method: 'post',
    path: '/account/cards/{cardId}/first-choice',
    tags,
    summary: 'Make a saved card the first choice: it is listed and offered first',
    request: { params: z.object({ cardId: z.string() }) },
    responses: { 204: { description: 'It is the first choice.' }, ...failures },
  }),
};
