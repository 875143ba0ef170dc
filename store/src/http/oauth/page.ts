import { THEME } from '../../shared/theme-values.ts';
import type { Context } from 'hono';
import { html } from 'hono/html';
import { translator } from '../../i18n/i18n.ts';
import { BRAND } from '../../shared/brand.ts';
import type { Locale } from '../../shared/locale.ts';
import type { HttpEnv } from '../context.ts';
import { plainHead, plainMark } from '../pages/plain-page.ts';
import { SCRIPT } from './script.ts';

/** The message of a popup page to its opener. */
export type PopupNews =
  | { is: 'leaving'; eventId: string; next: URL }
  | { is: 'done'; eventId: string; code: string }
  | { is: 'failed'; eventId: string; fault: string }
  /** The popup was closed or replaced. */
  | { is: 'over' };

const STYLE = `
body {
  display: grid;
  min-height: 100vh;
  place-items: center;
  padding: 16px;
  box-sizing: border-box;
}
main {
  max-width: 26rem;
  text-align: center;
  overflow-wrap: anywhere;
}
h1 {
  font-size: 1.25rem;
  margin: 0 0 8px;
}
p {
  margin: 0 0 20px;
}
button {
  font: inherit;
  font-weight: 600;
  min-height: 44px;
  padding: 0 20px;
  border: 0;
  border-radius: ${THEME.r};
  background: ${THEME.action};
  color: ${THEME['on-action']};
  cursor: pointer;
}
`;

/** Answers a page of the popup: one sentence, and a script that notifies the opener and closes the window. */
export function answerPopup(c: Context<HttpEnv>, locale: Locale, news: PopupNews): Response | Promise<Response> {
  return answerWindow(c, locale, {
    words: news.is,
    data: {
      event: 'eventId' in news ? news.eventId : '',
      next: news.is === 'leaving' ? news.next.href : '',
      code: news.is === 'done' ? news.code : '',
      fault: news.is === 'failed' ? news.fault : '',
    },
    script: SCRIPT,
  });
}

type WindowPage = {
  words: PopupNews['is'] | 'refused';
  /** Attributes of the body (`data-…`), for the script. */
  data: Record<string, string>;
  script: typeof SCRIPT;
};

/** Answers a page of a sign-in window, which may keep its opener of another origin. */
export function answerWindow(
  c: Context<HttpEnv>,
  locale: Locale,
  { words, data, script }: WindowPage,
): Response | Promise<Response> {
  const t = translator(locale);
  c.header('Cache-Control', 'private, no-store');
  // The URL contains the provider's code.
  c.header('Referrer-Policy', 'no-referrer');
  // The popup goes to the provider and comes back; a stricter policy here would sever it from its opener.
  c.header('Cross-Origin-Opener-Policy', 'unsafe-none');
  const attributes = Object.entries(data).map(([name, value]) => html` data-${name}="${value}"`);
  return c.html(
    html`<!doctype html>
      <html lang="${locale}">
        ${plainHead({ nonce: c.var.nonce, title: t('oauth.title', { brand: BRAND }), style: STYLE })}
        <body${attributes}>
          ${plainMark(c, locale)}
          <main>
            <h1>${t(`oauth.${words}.title`)}</h1>
            <p role="status">${t(`oauth.${words}.text`, { brand: BRAND })}</p>
            ${words === 'leaving' ? '' : html`<button type="button">${t('oauth.close')}</button>`}
          </main>
          <script nonce="${c.var.nonce}">
            ${script};
          </script>
        </body>
      </html>`,
    words === 'over' || words === 'refused' ? 400 : 200,
  );
}
