import type { Context } from 'hono';
import { html } from 'hono/html';
import { translator } from '../i18n/i18n.ts';
import { BRAND } from '../shared/brand.ts';
import type { Services } from '../services.ts';
import { isLoopback } from '../shared/loopback.ts';
import { paths } from '../shared/paths.ts';
import type { HttpEnv } from './context.ts';
import { plainHead } from './plain-page.ts';

/** Cards of the payment sandbox, as Stripe documents them. */
const CARDS = [
  ['4242 4242 4242 4242', 'ok'],
  ['4000 0027 6000 3184', 'secure'],
  ['4000 0000 0000 0002', 'declined'],
  ['4000 0000 0000 9995', 'funds'],
  ['4000 0000 0000 0069', 'expired'],
  ['4000 0000 0000 0127', 'cvc'],
  ['4000 0000 0000 5126', 'refundFails'],
] as const;

const STYLE = `
body {
  padding: 32px 16px;
}
main {
  max-width: 720px;
  margin: 0 auto;
  background: var(--card);
  border: 1px solid var(--border);
  border-radius: 8px;
  padding: 24px;
  overflow-wrap: anywhere;
}
h1 {
  margin-top: 0;
}
ul {
  padding-left: 20px;
}
li {
  padding: 4px 0;
}
table {
  border-collapse: collapse;
  width: 100%;
}
th,
td {
  text-align: left;
  padding: 8px 0;
  border-top: 1px solid var(--border);
  vertical-align: top;
}
td:first-child {
  font-family: ui-monospace, Menlo, monospace;
  white-space: nowrap;
  padding-right: 16px;
}
@media (width < 560px) {
  td:first-child {
    white-space: normal;
    overflow-wrap: anywhere;
  }
  tr {
    display: block;
    padding: 8px 0;
    border-top: 1px solid var(--border);
  }
  td {
    display: block;
    padding: 0;
    border: 0;
  }
}`;

/** GET /_sandbox, in sandbox mode only: the URLs of the sandboxes and how to sign in, as JSON or as a page. */
export function createSandboxPage(services: Pick<Services, 'config'>) {
  const { sandboxes, demoAccount: demo, publicUrl, identity } = services.config;
  return (c: Context<HttpEnv>) => {
    if (!sandboxes) return c.notFound();
    // Shows a password, so it is refused for foreign host names that point to this machine (DNS rebinding).
    const { hostname } = new URL(c.req.url);
    if (!isLoopback(hostname) && hostname !== new URL(publicUrl).hostname) return c.text('', 403);
    const wantsPage = (c.req.header('accept') ?? '').includes('text/html');
    if (!wantsPage)
      return c.json({
        app: publicUrl,
        sandboxes,
        ...sandboxes,
        identity: { url: `${publicUrl}/identity`, apiKey: identity.apiKey, projectId: identity.projectId },
        ...(demo && { demo }),
      });
    const t = translator(c.var.locale);
    return c.html(
      html`<!doctype html>
        <html lang="${c.var.locale}">
          ${plainHead({ nonce: c.var.nonce, title: `${t('sandbox.title')} · ${BRAND}`, style: STYLE })}
          <body>
            <main>
              <h1>${t('sandbox.title')}</h1>
              <p>${t('sandbox.intro', { brand: BRAND })}</p>
              <h2>${t('sandbox.places')}</h2>
              <ul>
                <li><a href="${sandboxes.mail}">${t('sandbox.inbox')}</a></li>
                <li><a href="${sandboxes.mail}/_sandbox/messages">${t('sandbox.messages')}</a></li>
                <li><a href="${sandboxes.stripe}/_sandbox/ledger">${t('sandbox.payments')}</a></li>
                <li><a href="${sandboxes.airalo}/_sandbox/ledger">${t('sandbox.wholesale')}</a></li>
                ${sandboxes.sms ? html`<li><a href="${sandboxes.sms}">${t('sandbox.texts')}</a></li>` : ''}
                ${sandboxes.google ? html`<li><a href="${sandboxes.google}/_sandbox/ledger">${t('sandbox.providers')}</a></li>` : ''}
              </ul>
              ${
                demo
                  ? html`<h2>${t('sandbox.demo.title')}</h2>
                      <p>${t('sandbox.demo.text')}</p>
                      <table>
                        <tbody>
                          <tr>
                            <td>${demo.email}</td>
                            <td>${t('sandbox.demo.email')}</td>
                          </tr>
                          <tr>
                            <td>${demo.password}</td>
                            <td>${t('sandbox.demo.password')}</td>
                          </tr>
                        </tbody>
                      </table>
                      <p><a href="${paths.auth()}">${t('sandbox.demo.signIn')}</a></p>`
                  : ''
              }
              <h2>${t('sandbox.cards')}</h2>
              <p>${t('sandbox.cardHint')}</p>
              <table>
                <tbody>
                  ${CARDS.map(
                    ([number, words]) =>
                      html`<tr>
                        <td>${number}</td>
                        <td>${t(`sandbox.card.${words}`)}</td>
                      </tr>`,
                  )}
                </tbody>
              </table>
              <p><a href="/">${t('sandbox.back', { brand: BRAND })}</a></p>
            </main>
          </body>
        </html>`,
    );
  };
}
