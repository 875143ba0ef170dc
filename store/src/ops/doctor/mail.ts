import { createTransport } from 'nodemailer';
import { paths } from '../../shared/paths.ts';
import { isLoopback } from '../../shared/loopback.ts';
import { modeFacts } from '../../shared/mode.ts';
import { type Check, codeIn, failed, type Finding, notChecked, ok, type Patient, warning } from './check.ts';

const MISSING = new Set<unknown>(['ENODATA', 'ENOTFOUND']);

/** A DNS check of the sender's domain. */
function ofDomain(
  name: string,
  look: (domain: string, patient: Patient, signal: AbortSignal) => Promise<Finding>,
): Check {
  return {
    name,
    run: async (patient, signal) =>
      modeFacts(patient.config.mode).isLocal
        ? notChecked('the sandbox sends no mail')
        : look(senderDomain(patient.config.mail.from), patient, signal),
  };
}

/** The TXT records of a name. Empty when there is no such name. */
async function texts({ dns }: Patient, name: string): Promise<string[]> {
  const records = await dns.resolveTxt(name).catch(noneWhereMissing<string[]>);
  return records.map((parts) => parts.join(''));
}

function noneWhereMissing<T>(error: { code?: unknown }): T[] {
  if (MISSING.has(error.code)) return [];
  throw error;
}

export const MAIL_CHECKS: Check[] = [
  {
    name: 'mail server',
    async run({ config }) {
      const { smtpUrl, timeoutSeconds, allowList } = config.mail;
      const isEncrypted = !isLoopback(smtpUrl.hostname);
      const timeout = Math.min(timeoutSeconds, 8) * 1000;
      const transport = createTransport({
        url: smtpUrl.href,
        requireTLS: isEncrypted,
        connectionTimeout: timeout,
        greetingTimeout: timeout,
        socketTimeout: timeout,
      });
      try {
        // Connects, starts TLS and authenticates. Sends no mail.
        await transport.verify();
        const login = smtpUrl.username === '' ? 'no login is set' : 'the login works';
        const only = allowList ? `; mail leaves only to MAIL_ALLOW_LIST, of ${allowList.length}` : '';
        return ok(`${smtpUrl.host} answers${isEncrypted ? ', encrypted' : ''}, ${login}${only}`);
      } catch (error) {
        const { code, responseCode } = error as { code?: string; responseCode?: number };
        const says = `${smtpUrl.host}: ${code ?? 'no answer'}${responseCode ? `, ${responseCode}` : ''}`;
        if (code === 'EAUTH') return failed(says, 'set the user and password of the mail server in SMTP_URL');
        if (code === 'ETLS') return failed(says, 'turn STARTTLS on at the mail server, or use smtps://');
        return failed(says, 'check host and port of SMTP_URL, and that this machine may connect out to it');
      } finally {
        transport.close();
      }
    },
  },
  ofDomain('mail: MX', async (domain, { dns }) => {
    const hosts = await dns.resolveMx(domain).catch(noneWhereMissing<{ exchange: string }>);
    if (hosts.every(({ exchange }) => exchange === ''))
      return failed(`${domain} accepts no mail`, `set an MX record for ${domain}: bounces and replies go there`);
    return ok(`${domain}: ${hosts.map(({ exchange }) => exchange).join(', ')}`);
  }),
  ofDomain('mail: SPF', async (domain, patient) => {
    const records = (await texts(patient, domain)).filter((text) => /^v=spf1( |$)/i.test(text));
    const advice = `publish one TXT record at ${domain}, such as "v=spf1 include:YOUR-MAIL-SERVICE -all"`;
    if (records.length !== 1) return failed(`${domain} has ${records.length} SPF records`, advice);
    if (/ \+?all$/i.test(records[0]!)) return failed(`${domain} allows every server to send in its name`, advice);
    return ok(records[0]!);
  }),
  ofDomain('mail: DKIM', async (domain, patient) => {
    const selector = patient.config.mail.dkimSelector;
    if (!selector) return notChecked('MAIL_DKIM_SELECTOR is not set');
    const name = `${selector}._domainkey.${domain}`;
    const [record] = (await texts(patient, name)).filter((text) => /(^|;)\s*p=/.test(text));
    if (!record) return failed(`${name} has no key`, 'publish the TXT record that the mail service shows');
    if (/(^|;)\s*p=\s*(;|$)/.test(record))
      return failed(`the key at ${name} is revoked`, 'publish the current one, or set MAIL_DKIM_SELECTOR to it');
    return ok(`${name} has a key`);
  }),
  ofDomain('mail: unsubscribe', async (_domain, { config }, signal) => {
    const address = config.publicUrl + paths.unsubscribe('doctor');
    const status = await unsubscribe(address, signal).catch(codeIn);
    // The store knows no such token, so the request has reached it.
    if (status !== 404)
      return failed(
        `${address}: ${typeof status === 'number' ? `status ${status}` : status}`,
        'start the store, and let the proxy pass POSTs to /notices/ on unchanged, without a cookie or a redirect',
      );
    return ok(
      'a mail service reaches the page that ends notices\nNot checked: that the DKIM signature covers List-Unsubscribe and List-Unsubscribe-Post. Look at h= in a notice that was received.',
    );
  }),
  ofDomain('mail: DMARC', async (domain, patient) => {
    // The policy of a parent domain applies to its subdomains.
    for (let at = domain; at.includes('.'); at = at.slice(at.indexOf('.') + 1)) {
      const [record] = (await texts(patient, `_dmarc.${at}`)).filter((text) => /^v=DMARC1\s*(;|$)/.test(text));
      if (!record) continue;
      const policy = /(?:^|;)\s*p=(\w+)/.exec(record)?.[1] ?? 'none';
      if (policy === 'none')
        return warning(
          `${at} has a policy of "none"`,
          'set p=quarantine or p=reject once the reports show only your own servers',
        );
      return ok(`${at} has a policy of "${policy}"`);
    }
    return failed(
      `${domain} has none`,
      `publish a TXT record at _dmarc.${domain}, such as "v=DMARC1; p=quarantine; rua=mailto:you@${domain}"`,
    );
  }),
];

/** The request of a mail service whose reader unsubscribes (RFC 8058). Returns the status. */
async function unsubscribe(address: string, signal: AbortSignal): Promise<number> {
  const body = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' });
  const answer = await fetch(address, { method: 'POST', body, redirect: 'manual', signal });
  await answer.body?.cancel();
  return answer.status;
}

const senderDomain = (from: string) => /@([^\s<>]+)>?$/.exec(from)![1]!.toLowerCase();
