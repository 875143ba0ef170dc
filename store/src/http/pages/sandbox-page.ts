import type { Context } from 'hono';
import { html, raw } from 'hono/html';
import { translator } from '../../i18n/i18n.ts';
import { BRAND } from '../../shared/brand.ts';
import type { Services } from '../../services.ts';
import { isLoopback } from '../../shared/loopback.ts';
import { markSvg } from '../../shared/mark.ts';
import { paths } from '../../shared/paths.ts';
import { THEME } from '../../shared/theme-values.ts';
import type { HttpEnv } from '../context.ts';
import { plainHead } from './plain-page.ts';

/** Cards of the payment sandbox, as its vendor documents them. */
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
header {
  background: ${THEME['surface-ink']};
  color: ${THEME['text-on-ink']};
}
header div,
main {
  max-width: 720px;
  margin: 0 auto;
  padding: 0 16px;
}
header a {
  display: inline-flex;
  align-items: center;
  gap: 10px;
  min-height: 60px;
  color: inherit;
  font-size: 21px;
  font-weight: 700;
  letter-spacing: -0.035em;
  text-decoration: none;
}
header svg {
  width: 28px;
  height: 28px;
}
main {
  padding-block: 32px 64px;
  overflow-wrap: anywhere;
}
h1 {
  margin: 0;
}
h2 {
  margin: 40px 0 8px;
  font-size: 20px;
}
p {
  margin: 8px 0;
}
ul {
  margin: 0;
  padding: 0;
  list-style: none;
}
li {
  border-top: 1px solid var(--border);
}
li a {
  display: block;
  padding: 10px 0;
}
dl {
  margin: 0;
}
dl div {
  display: grid;
  grid-template-columns: 220px minmax(0, 1fr);
  gap: 0 16px;
  padding: 10px 0;
  border-top: 1px solid var(--border);
}
dt {
  color: var(--strong);
}
dd {
  margin: 0;
}
code {
  font: 15px/1.6 ${THEME.mono};
}
@media (width < 560px) {
  dl div {
    grid-template-columns: minmax(0, 1fr);
  }
}`;

/** GET /_sandbox, in sandbox mode only: the URLs of the sandboxes and how to sign in, as JSON or as a page. */
export function createSandboxPage({ config, payments }: Pick<Services, 'config' | 'payments'>) {
  const { sandboxes, demoAccount: demo, publicUrl, identity } = config;
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
            <header>
              <div>
                <a href="/">${raw(markSvg('dark'))} ${BRAND}</a>
              </div>
            </header>
            <main>
              <h1>${t('sandbox.title')}</h1>
              <p>${t('sandbox.intro', { brand: BRAND })}</p>
              <h2>${t('sandbox.places')}</h2>
              <ul>
                <li><a href="${sandboxes.mail}">${t('sandbox.inbox')}</a></li>
                <li><a href="${sandboxes.mail}/_sandbox/messages">${t('sandbox.messages')}</a></li>
                ${ledgers(sandboxes, payments.providers.names(), t('sandbox.payments'))}
                ${ledgers(sandboxes, Object.keys(config.wholesalers), t('sandbox.wholesale'))}
                ${esimPages(sandboxes, Object.keys(config.wholesalers), t('sandbox.esims'))}
                ${sandboxes.sms ? html`<li><a href="${sandboxes.sms}">${t('sandbox.texts')}</a></li>` : ''}
                ${sandboxes.google ? html`<li><a href="${sandboxes.google}/_sandbox/ledger">${t('sandbox.providers')}</a></li>` : ''}
              </ul>
              ${
                demo
                  ? html`<h2>${t('sandbox.demo.title')}</h2>
                      <p>${t('sandbox.demo.text')}</p>
                      ${rows([
                        [t('sandbox.demo.email'), html`<code>${demo.email}</code>`],
                        [t('sandbox.demo.password'), html`<code>${demo.password}</code>`],
                      ])}
                      <p><a href="${paths.auth()}">${t('sandbox.demo.signIn')}</a></p>`
                  : ''
              }
              <h2>${t('sandbox.cards')}</h2>
              <p>${t('sandbox.cardHint')}</p>
              ${rows(CARDS.map(([number, words]) => [html`<code>${number}</code>`, t(`sandbox.card.${words}`)]))}
              <p><a href="/">${t('sandbox.back', { brand: BRAND })}</a></p>
            </main>
          </body>
        </html>`,
    );
  };
}

/** A link to the ledger of each of these vendors that has a sandbox. */
function ledgers(sandboxes: Record<string, string | undefined>, vendors: string[], words: string) {
  return vendors
    .flatMap((name) => sandboxes[name] ?? [])
    .map((address) => html`<li><a href="${address}/_sandbox/ledger">${words}</a></li>`);
}

/** A link to the page where the eSIMs of each of these wholesalers live, if it has a sandbox. */
function esimPages(sandboxes: Record<string, string | undefined>, wholesalers: string[], words: string) {
  return wholesalers
    .flatMap((name) => sandboxes[name] ?? [])
    .map((address) => html`<li><a href="${address}">${words}</a></li>`);
}

type Cell = string | ReturnType<typeof html>;

/** A term and what it is, in each row. */
function rows(all: readonly (readonly [term: Cell, detail: Cell])[]) {
  return html`<dl>
    ${all.map(
      ([term, detail]) =>
        html`<div>
          <dt>${term}</dt>
          <dd>${detail}</dd>
        </div>`,
    )}
  </dl>`;
}
