import { html, raw } from 'hono/html';
import type { HtmlEscapedString } from 'hono/utils/html';
import { htmlDocument } from '../kit/document.ts';
import type { Message } from './messages.ts';
import { replyAddressOf } from './reply.ts';

type Html = HtmlEscapedString | Promise<HtmlEscapedString>;

const STYLE = `
:root{color-scheme:light dark;--line:#8886;--soft:#8881}
*{box-sizing:border-box}
body{margin:0;font:16px/1.5 system-ui,sans-serif}
main{max-width:60rem;margin:0 auto;padding:1rem}
h1{font-size:1.4rem;margin:.5rem 0 1rem;overflow-wrap:anywhere}
h2{font-size:1.1rem;margin:1.5rem 0 .5rem}
table{border-collapse:collapse;width:100%}
th,td{padding:.5rem;border-bottom:1px solid var(--line);text-align:left;vertical-align:top;overflow-wrap:anywhere}
thead th{white-space:nowrap}
iframe{width:100%;height:40rem;border:1px solid var(--line);border-radius:8px;background:#fff;resize:vertical}
pre{white-space:pre-wrap;overflow-wrap:anywhere;padding:.75rem;background:var(--soft);border-radius:8px}
dl{display:grid;grid-template-columns:max-content 1fr;gap:.25rem 1rem;margin:0}
dt{font-weight:600}dd{margin:0;overflow-wrap:anywhere}
a,summary,button{min-height:24px}
button{font:inherit;padding:.4rem .9rem}
textarea{font:inherit;width:100%;padding:.5rem}
@media(max-width:40rem){thead{position:absolute;clip-path:inset(50%)}tr{display:block;padding:.5rem 0;border-bottom:1px solid var(--line)}td{display:block;border:0;padding:.1rem .5rem}dl{grid-template-columns:1fr}}
`;

/** Nothing external is loaded: a mail's pictures are inside it. The frame inherits this policy. */
export const PAGE_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; form-action 'self'; base-uri 'self'; frame-ancestors 'none'";

const page = (title: string, body: Html) =>
  htmlDocument({ language: 'en', title, style: raw(STYLE), body: html`<main>${body}</main>` });

/** A sortable, readable time in UTC: `2026-11-20 09:30:05`. */
const when = (iso: string) => html`<time datetime="${iso}">${iso.slice(0, 19).replace('T', ' ')}</time>`;

/** All mails, newest first. */
export function inboxPage(messages: Message[]): Html {
  const rows = [...messages].reverse().map(
    (m) =>
      html`<tr>
        <td>${when(m.date)}</td>
        <td>${m.to.join(', ')}</td>
        <td><a href="/messages/${m.id}">${m.subject || '(no subject)'}</a></td>
      </tr>`,
  );
  return page(
    'Sandbox inbox',
    html`<h1>Sandbox inbox</h1>
      <p>Every mail that the product sent, to any address. Nothing leaves this machine. Times are UTC.</p>
      ${
        rows.length === 0
          ? html`<p>No mail yet. Reload this page after a purchase or a sign-up.</p>`
          : html`<table>
                <thead>
                  <tr>
                    <th scope="col">When</th>
                    <th scope="col">To</th>
                    <th scope="col">Subject</th>
                  </tr>
                </thead>
                <tbody>
                  ${rows}
                </tbody>
              </table>
              <form method="post" action="/messages/delete">
                <p><button>Delete all mails</button></p>
              </form>`
      }`,
  );
}

/** One mail with all its parts. */
export function messagePage(message: Message): Html {
  return page(
    message.subject || '(no subject)',
    html`<p><a href="/">Inbox</a></p>
      <h1>${message.subject || '(no subject)'}</h1>
      <dl>
        <dt>From</dt>
        <dd>${message.from}</dd>
        <dt>To</dt>
        <dd>${message.to.join(', ')}</dd>
        <dt>Date</dt>
        <dd>${when(message.date)}</dd>
      </dl>
      ${
        message.html === ''
          ? ''
          : html`<h2>HTML</h2>
              <iframe
                title="The mail as HTML"
                sandbox="allow-popups allow-popups-to-escape-sandbox"
                srcdoc="${framed(message)}"
              ></iframe>`
      }
      <h2>Text</h2>
      <pre>${message.text || '(no text part)'}</pre>
      ${replyForm(message)}
      <h2>Attachments</h2>
      ${
        message.attachments.length === 0
          ? html`<p>None.</p>`
          : html`<ul>
              ${message.attachments.map(
                (file, index) =>
                  html`<li>
                    <a href="/messages/${message.id}/attachments/${index}" download>${file.filename}</a>
                    (${file.contentType}, ${file.size} bytes)
                  </li>`,
              )}
            </ul>`
      }
      <h2>Headers</h2>
      <details>
        <summary>Show ${message.headers.length} headers</summary>
        <pre>${message.headers.map(({ name, value }) => `${name}: ${value}`).join('\n')}</pre>
      </details>
      <p><a href="/messages/${message.id}/raw">Raw message</a></p>`,
  );
}

/** For a mail with a Reply-To address. */
function replyForm(message: Message): Html | '' {
  if (replyAddressOf(message) === null) return '';
  return html`<h2>Answer</h2>
    <form method="post" action="/messages/${message.id}/reply">
      <p><label for="text">As ${message.to.join(', ')}</label></p>
      <p><textarea id="text" name="text" rows="5" required></textarea></p>
      <p><button>Send the answer</button></p>
    </form>`;
}

/** The mail's HTML for the frame: inline pictures embedded, links open a new window. */
function framed({ html: source, attachments }: Message): string {
  const withPictures = attachments.reduce(
    (text, file) =>
      file.contentId === null || !/^image\/(png|jpeg|gif|webp)$/.test(file.contentType)
        ? text
        : text.replaceAll(`cid:${file.contentId}`, `data:${file.contentType};base64,${file.contentBase64}`),
    source,
  );
  return `<base target="_blank">${withPictures}`;
}

export const notFoundPage = (): Html =>
  page(
    'Not here',
    html`<h1>Not here</h1>
      <p>There is no such mail. <a href="/">Inbox</a></p>`,
  );
