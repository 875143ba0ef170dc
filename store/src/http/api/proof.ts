import * as z from 'zod';
import { CAPTCHA_ACTIONS } from '../../shared/captcha-actions.ts';
import type { Services } from '../../services.ts';
import { AppError } from '../../shared/errors.ts';
import { createDeviceCookie } from '../cookies/device-cookie.ts';
import { createProofCookie } from '../cookies/proof-cookie.ts';
import { body, describeRoute, failures, json, newApi } from './describe.ts';

const Challenge = z.object({ parameters: z.record(z.string(), z.unknown()), signature: z.string() });

const ask = describeRoute({
  method: 'post',
  path: '/proof',
  tags: ['proof'],
  summary: 'Whether the next call requires a captcha proof, and the challenge to solve',
  request: body(z.strictObject({ action: z.enum(CAPTCHA_ACTIONS), email: z.string().max(1_024).default('') })),
  responses: {
    200: json(z.object({ challenge: Challenge.nullable() }), 'Null: nothing is to be proved.'),
    ...failures,
  },
});

const solve = describeRoute({
  method: 'post',
  path: '/proof/solution',
  tags: ['proof'],
  summary: 'Exchanges a solved challenge for a cookie for the next call',
  request: body(z.strictObject({ solved: z.string().max(2_048) })),
  responses: { 204: { description: 'The cookie is set; it is valid for one call.' }, ...failures },
});

/** Captcha challenges for our pages, requested before a protected call of the SDK. */
export function createProofRoutes({ config, captcha, identityFlows }: Services) {
  const api = newApi();
  const deviceCookie = createDeviceCookie(config);
  const proofCookie = createProofCookie(config);
  api.openapi(ask, async (c) => {
    const { action, email } = c.req.valid('json');
    const { deviceSecret } = deviceCookie.read(c);
    const caller = { address: c.var.clientAddress, deviceSecret };
    return c.json({ challenge: await identityFlows.askChallenge({ action, email, caller }) }, 200);
  });
  api.openapi(solve, async (c) => {
    const { solved } = c.req.valid('json');
    if (!(await captcha.isSolved(solved))) throw new AppError('invalid-input', { field: 'solved', rule: 'value' });
    proofCookie.set(c, solved, config.captcha.seconds);
    return c.body(null, 204);
  });
  return api;
}
