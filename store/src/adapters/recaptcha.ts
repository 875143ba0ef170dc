import * as z from 'zod';
import type { Assessments } from '../modules/captcha/captcha.ts';
import { AppError } from '../shared/errors.ts';

const CALL_MS = 5_000;

/** https://docs.cloud.google.com/recaptcha/docs/reference/rest/v1/projects.assessments */
const assessment = z.looseObject({
  tokenProperties: z.looseObject({ valid: z.boolean().default(false), action: z.string().default('') }),
  riskAnalysis: z.looseObject({ score: z.number().min(0).max(1).default(0) }).default({ score: 0 }),
});

/** reCAPTCHA Enterprise: one assessment per token. */
export function createRecaptcha(account: {
  projectId: string;
  siteKey: string;
  apiKey: string;
  apiUrl: URL;
  enforcement: Assessments['enforcement'];
}): Assessments {
  const { projectId, siteKey, apiKey, apiUrl, enforcement } = account;
  const address = new URL(`/v1/projects/${encodeURIComponent(projectId)}/assessments`, apiUrl);
  return {
    projectId,
    siteKey,
    enforcement,
    async assess(token, event) {
      try {
        const response = await fetch(address, {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'x-goog-api-key': apiKey },
          body: JSON.stringify({
            event: { token, siteKey, expectedAction: event.action, userIpAddress: event.address },
          }),
          redirect: 'error',
          signal: AbortSignal.timeout(CALL_MS),
        });
        if (!response.ok) throw new Error(`reCAPTCHA answered ${response.status}`);
        const { tokenProperties, riskAnalysis } = assessment.parse(await response.json());
        return { valid: tokenProperties.valid, action: tokenProperties.action, score: riskAnalysis.score };
      } catch (cause) {
        // The token could not be checked: the wire answers 503, which does not sign the user out.
        throw new AppError('unavailable', { message: 'reCAPTCHA returned no assessment', cause });
      }
    },
  };
}
