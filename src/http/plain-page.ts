import { html, raw } from 'hono/html';

const STYLE = `
body {
  font: 16px/1.55 'Inter Variable', Inter, system-ui, sans-serif;
  color: #353e4f;
  background: #f6f7f9;
  margin: 0;
}`;

/** The head of a page that is no part of the site's application: `style` is added to the plain look. */
export function plainHead({ nonce, title, style }: { nonce: string; title: string; style: string }) {
  return html`<head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="robots" content="noindex" />
    <link rel="icon" href="/icon.svg" type="image/svg+xml" />
    <title>${title}</title>
    <style nonce="${nonce}">
      ${raw(STYLE + style)}
    </style>
  </head>`;
}
