import { html } from 'hono/html';

type Html = ReturnType<typeof html>;

/** An HTML document of a sandbox with inline styles. It loads nothing. */
export function htmlDocument(page: { language: string; title: string; style: Html; body: Html }): Html {
  return html`<!doctype html>
    <html lang="${page.language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${page.title}</title>
        <link rel="icon" href="data:," />
        <style>
          ${page.style}
        </style>
      </head>
      <body>
        ${page.body}
      </body>
    </html>`;
}
