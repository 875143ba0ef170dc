import { html, raw } from 'hono/html';
import type { HtmlEscapedString } from 'hono/utils/html';
import { htmlDocument } from '../kit/document.ts';
import type { StoredMessage } from './messages.ts';

type Html = HtmlEscapedString | Promise<HtmlEscapedString>;

const STYLE = `
:root{color-scheme:light dark;--line:#8886;--soft:#8881}
*{box-sizing:border-box}
body{margin:0;font:16px/1.5 system-ui,sans-serif}
main{max-width:40rem;margin:0 auto;padding:1rem}
h1{font-size:1.4rem;margin:.5rem 0 1rem}
ul{list-style:none;padding:0;display:grid;gap:.75rem}
li{border:1px solid var(--line);border-radius:12px;padding:.75rem 1rem;overflow-wrap:anywhere}
p{margin:0 0 .25rem}
.text{white-space:pre-wrap;background:var(--soft);border-radius:8px;padding:.5rem .75rem}
.about{font-size:.875rem}
button{font:inherit;padding:.4rem .9rem;min-height:24px}
`;

export const PAGE_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/** All texts, newest first. */
export function inboxPage(messages: StoredMessage[]): Html {
  const items = [...messages].reverse().map(
    (message) =>
      html`<li>
        <p class="about">
          <strong>${message.to}</strong> ·
          <time datetime="${message.createdAt}">${message.createdAt.slice(0, 19).replace('T', ' ')}</time> ·
          ${message.status}${message.errorCode === null ? '' : ` (${message.errorCode})`}
        </p>
        <p class="text">${message.body}</p>
      </li>`,
  );
  return htmlDocument({
    language: 'en',
    title: 'Sandbox phones',
    style: raw(STYLE),
    body: html`<main>
      <h1>Sandbox phones</h1>
      <p>Every text message that the product sent, to any number. None leaves this machine. Times are UTC.</p>
      ${
        items.length === 0
          ? html`<p>No text message yet. Reload this page after a code was requested.</p>`
          : html`<ul>
                ${items}
              </ul>
              <form method="post" action="/messages/delete"><button>Delete all texts</button></form>`
      }
    </main>`,
  });
}
