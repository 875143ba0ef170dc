import { createHash, createHmac, randomBytes } from 'node:crypto';
import { createBlockingHook } from '../../adapters/blocking-hook.ts';
import type { BlockingQuestion } from '../../modules/identity/blocking-hook.ts';
import { modeFacts } from '../../shared/mode.ts';
import { OPS } from '../ops-command.ts';
import { type Check, codeIn, failed, notChecked, ok, type Patient, warning } from './check.ts';

/** Names an account that does not exist. The endpoint may allow or refuse it. */
const QUESTION: BlockingQuestion = {
  event: 'sign-in',
  provider: 'password',
  secondFactor: null,
  account: { localId: 'doctor', email: null, emailVerified: false, phoneNumber: null, displayName: null },
  caller: { address: '127.0.0.1', device: 'doctor' },
};

/** Possible in a rehearsal: live mode requires the merchant's email. */
const NO_MAILBOX = warning(
  'no mailbox gets the tickets of travellers: neither SUPPORT_MAIL nor the email of MERCHANT_FILE is set',
  `set SUPPORT_MAIL, or read the tickets with "${OPS} ticket list"`,
);

/** Checks of the blocking endpoint, inbound mail and the captcha vendor. */
export const HOOK_CHECKS: Check[] = [
  {
    name: 'blocking endpoint',
    async run({ config: { blocking } }) {
      if (!blocking) return notChecked('not set up: no sign-in is refused');
      const { url, secret } = blocking;
      const ask = (key: string) => createBlockingHook({ url, secret: key })(QUESTION);
      try {
        await ask(secret);
      } catch (error) {
        const { cause, message } = error as Error;
        const status = /answered \d{3}$/.exec(message)?.[0];
        return failed(
          `does not answer a signed question as documented: ${cause ? codeIn(error) : (status ?? 'another answer')}`,
          'mend the endpoint, or its copy of BLOCKING_HOOK_SECRET (docs/operations.md, Refusing sign-ups and sign-ins)',
        );
      }
      return ask(randomBytes(32).toString('hex')).then(
        () =>
          warning(
            'answers a question that is signed with another secret',
            'let the endpoint check Cairn-Signature: it tells anyone who may sign in',
          ),
        () => ok('answers a signed question, and refuses another signature'),
      );
    },
  },
  {
    name: 'recaptcha',
    async run({ config: { recaptcha } }, signal) {
      if (!recaptcha) return notChecked('not set up: the captcha is our own');
      const { projectId, siteKey, apiKey, apiUrl } = recaptcha;
      const answer = await fetch(new URL(`/v1/projects/${encodeURIComponent(projectId)}/assessments`, apiUrl), {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-goog-api-key': apiKey },
        // An invalid token. The vendor assesses it as invalid.
        body: JSON.stringify({ event: { token: 'doctor', siteKey } }),
        redirect: 'manual',
        signal,
      });
      await answer.body?.cancel();
      if (answer.status === 200) return ok('takes the key and assesses tokens');
      if (answer.status >= 500) return failed(`answers ${answer.status}`, 'look at status.cloud.google.com');
      return failed(
        `refuses an assessment (status ${answer.status})`,
        'compare RECAPTCHA_PROJECT_ID, RECAPTCHA_SITE_KEY and RECAPTCHA_API_KEY with the console; the key must allow the reCAPTCHA Enterprise API',
      );
    },
  },
  {
    name: 'inbound mail',
    async run(patient, signal) {
      const { config } = patient;
      const { inbound, mail } = config.support;
      if (!inbound) return mail ? notChecked(`not set up: answers of travellers go to ${mail}`) : NO_MAILBOX;
      const address = `${config.publicUrl}/webhooks/mail`;
      const status = await deliver(address, inbound, signal).catch(codeIn);
      if (status === 400)
        return failed(
          'the store refuses a mail that is signed with INBOUND_MAIL_SECRET',
          'give the store and this command the same secret, restart the store, and check its clock',
        );
      if (status !== 204)
        return failed(
          `${address}: ${typeof status === 'number' ? `status ${status}` : status}`,
          'start the store, and let the proxy pass POSTs to /webhooks/ on unchanged',
        );
      if (!modeFacts(config.mode).isLocal && !(await takesMail(patient, inbound.domain)))
        return failed(
          `${inbound.domain} takes no mail`,
          `set an MX record for ${inbound.domain} that names the server which delivers to ${address}`,
        );
      return mail ? ok(`${address} takes a signed mail for ${inbound.domain}`) : NO_MAILBOX;
    },
  },
];

/** Posts a mail that belongs to no ticket, so the store drops it. Returns the status. */
async function deliver(
  address: string,
  { secret, domain }: { secret: string; domain: string },
  signal: AbortSignal,
): Promise<number> {
  const body = 'Subject: doctor\r\n\r\ndoctor\r\n';
  const recipient = `doctor@${domain}`;
  const sha256 = createHash('sha256').update(body).digest('hex');
  const time = Math.floor(Date.now() / 1000);
  const v1 = createHmac('sha256', secret).update(`${time}.${sha256}.${recipient}`).digest('hex');
  const headers = {
    'content-type': 'message/rfc822',
    'mail-recipient': recipient,
    'mail-signature': `t=${time},sha256=${sha256},v1=${v1}`,
  };
  return (await fetch(address, { method: 'POST', headers, body, redirect: 'manual', signal })).status;
}

async function takesMail({ dns }: Patient, domain: string): Promise<boolean> {
  try {
    return (await dns.resolveMx(domain)).some(({ exchange }) => exchange !== '');
  } catch (error) {
    if (['ENODATA', 'ENOTFOUND'].includes(codeIn(error))) return false;
    throw error;
  }
}
