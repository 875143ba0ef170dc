import { connect } from 'node:tls';
import Stripe from 'stripe';
import { type Check, codeIn, failed, notChecked, ok, warning } from './check.ts';

const DAY = 86_400_000;
const SOON_DAYS = 14;

export const WEB_CHECKS: Check[] = [
  {
    name: 'store',
    async run({ config }, signal) {
      const advice = 'start the store, and point name, proxy and firewall of PUBLIC_URL at it';
      try {
        const answer = await fetch(`${config.publicUrl}/readyz`, { signal, redirect: 'manual' });
        const { status = '', warnings = [] } = (await answer.json().catch(() => ({}))) as {
          status?: string;
          warnings?: string[];
        };
        if (answer.status === 503 && status === 'quiet')
          return notChecked(`${config.publicUrl} is up and quiet: no visitor is sent to it`);
        if (answer.status === 503 && status)
          return failed(`${config.publicUrl} is up and not ready: ${status}`, 'fix what it names');
        if (answer.status !== 200 || status !== 'ready')
          return failed(`${config.publicUrl} is served by another program (status ${answer.status})`, advice);
        if (warnings.length > 0)
          return warning(`ready, and ${warnings.join(', ')}`, 'look at the vendor’s status and at the network');
        return ok(`${config.publicUrl} is ready`);
      } catch (error) {
        return failed(`${config.publicUrl} does not answer: ${codeIn(error)}`, advice);
      }
    },
  },
  {
    name: 'certificate',
    async run({ config }, signal) {
      const url = new URL(config.publicUrl);
      if (url.protocol !== 'https:') return notChecked('PUBLIC_URL is not https');
      const { until, fault } = await readCertificate(url, signal);
      if (fault)
        return failed(
          `not trusted: ${fault}`,
          'install a certificate of a public authority for this name, with its whole chain',
        );
      const days = Math.floor((until - Date.now()) / DAY);
      const says = `trusted for ${days} more days`;
      return days < SOON_DAYS ? warning(says, 'renew it, and check why the automatic renewal failed') : ok(says);
    },
  },
  {
    name: 'webhook',
    async run({ config }, signal) {
      const address = `${config.publicUrl}/webhooks/stripe`;
      // An event type that the store ignores: it is verified and answered, and changes nothing.
      const payload = JSON.stringify({
        id: 'evt_doctor',
        object: 'event',
        type: 'doctor.ping',
        data: { object: { id: 'doctor' } },
      });
      const stripe = new Stripe(config.stripe.secretKey);
      const signature = await stripe.webhooks.generateTestHeaderStringAsync({
        payload,
        secret: config.stripe.webhookSecret,
      });
      try {
        const answer = await fetch(address, {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'stripe-signature': signature },
          body: payload,
          signal,
          redirect: 'manual',
        });
        if (answer.status === 200) return ok(`${address} accepts a signed event`);
        if (answer.status === 400)
          return failed(
            'the store refuses an event that is signed with STRIPE_WEBHOOK_SECRET',
            'give the store and this command the same secret, restart the store, and check its clock',
          );
        return failed(`${address} answers ${answer.status}`, 'let the proxy forward POSTs to /webhooks/ unchanged');
      } catch (error) {
        return failed(
          `${address} does not answer: ${codeIn(error)}`,
          'start the store, and point name, proxy and firewall of PUBLIC_URL at it',
        );
      }
    },
  },
];

/** The expiry of a server's certificate (Unix milliseconds), and why it is not trusted. */
function readCertificate(url: URL, signal: AbortSignal): Promise<{ until: number; fault: string | null }> {
  return new Promise((resolve, reject) => {
    const host = url.hostname.replace(/^\[|\]$/g, '');
    const socket = connect({
      host,
      port: Number(url.port || 443),
      servername: host,
      rejectUnauthorized: false,
    });
    signal.addEventListener('abort', () => socket.destroy());
    socket.once('secureConnect', () => {
      const { valid_to: end } = socket.getPeerCertificate();
      const fault = socket.authorized ? null : String(socket.authorizationError);
      socket.destroy();
      resolve({ until: Date.parse(end), fault });
    });
    socket.once('error', reject);
  });
}
