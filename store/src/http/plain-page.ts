import { html, raw } from 'hono/html';
import { DARK_MEDIA, DARK_STYLE_ID, THEME_SCRIPT } from '../shared/theme.ts';

/** The few colours of these pages, as src/ui/styles/tokens.css and dark.css have them. */
const STYLE = `
:root {
  --page: #f6f7f9;
  --card: #fff;
  --strong: #0a0e18;
  --body: #353e4f;
  --link: #0052ff;
  --border: #e0e4ea;
  color-scheme: light;
}
body {
  font: 16px/1.55 'Inter Variable', Inter, system-ui, sans-serif;
  color: var(--body);
  background: var(--page);
  margin: 0;
}
h1,
h2 {
  color: var(--strong);
  letter-spacing: -0.02em;
  line-height: 1.25;
}
a {
  color: var(--link);
}
:focus-visible {
  outline: 2px solid var(--link);
  outline-offset: 2px;
}`;

const DARK = `
:root {
  --page: #0a0e18;
  --card: #121826;
  --strong: #f4f6fa;
  --body: #ced5e1;
  --link: #8db3ff;
  --border: #232c3d;
  color-scheme: dark;
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
    <style id="${DARK_STYLE_ID}" media="${DARK_MEDIA.system}" nonce="${nonce}">
      ${raw(DARK)}
    </style>
    <script nonce="${nonce}">
      ${raw(THEME_SCRIPT)};
    </script>
  </head>`;
}
