import * as z from 'zod';
import { LOCALES } from '../../../shared/locale.ts';
import { HelpArticleView } from '../help-views.ts';
import { describeRoute, failures, json } from './describe.ts';

export const help = {
  list: describeRoute({
    method: 'get',
    path: '/help/{locale}',
    tags: ['help'],
    summary: 'Every help answer in a language, for search in the browser and for offline use',
    request: { params: z.object({ locale: z.enum(LOCALES) }) },
    responses: {
      200: json(z.object({ articles: z.array(HelpArticleView) }), 'The answers, by topic and place in it.'),
      304: { description: 'You have this answer already.' },
      ...failures,
    },
  }),
};
