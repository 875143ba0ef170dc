import * as z from 'zod';
import { CAPTCHA_ACTIONS } from '../../../shared/captcha-actions.ts';
import { body, describeRoute, failures, json } from './describe.ts';

const Challenge = z.object({ parameters: z.record(z.string(), z.unknown()), signature: z.string() });

export const proof = {
  ask: describeRoute({
    method: 'post',
    path: '/proof',
    tags: ['proof'],
    summary: 'Whether the next call requires a captcha proof, and the challenge to solve',
    request: body(z.strictObject({ action: z.enum(CAPTCHA_ACTIONS), email: z.string().max(1_024).default('') })),
    responses: {
      200: json(z.object({ challenge: Challenge.nullable() }), 'Null: nothing is to be proved.'),
      ...failures,
    },
  }),
  solve: describeRoute({
    method: 'post',
    path: '/proof/solution',
    tags: ['proof'],
    summary: 'Exchanges a solved challenge for a cookie for the next call',
    request: body(z.strictObject({ solved: z.string().max(2_048) })),
    responses: { 204: { description: 'The cookie is set; it is valid for one call.' }, ...failures },
  }),
};
