import type { Services } from '../../services.ts';
import { AppError } from '../../shared/errors.ts';
import { createDeviceCookie } from '../cookies/device-cookie.ts';
import { createProofCookie } from '../cookies/proof-cookie.ts';
import { newApi } from './new-api.ts';
import { proof as routes } from './routes/proof.ts';

/** Captcha challenges for our pages, requested before a protected call of the SDK. */
export function createProofRoutes({ config, captcha, identityFlows }: Services) {
  const api = newApi();
  const deviceCookie = createDeviceCookie(config);
  const proofCookie = createProofCookie(config);
  api.openapi(routes.ask, async (c) => {
    const { action, email } = c.req.valid('json');
    const { deviceSecret } = deviceCookie.read(c);
    const caller = { address: c.var.clientAddress, deviceSecret };
    return c.json({ challenge: await identityFlows.askChallenge({ action, email, caller }) }, 200);
  });
  api.openapi(routes.solve, async (c) => {
    const { solved } = c.req.valid('json');
    if (!(await captcha.isSolved(solved))) throw new AppError('invalid-input', { field: 'solved', rule: 'value' });
    proofCookie.set(c, solved, config.captcha.seconds);
    return c.body(null, 204);
  });
  return api;
}
