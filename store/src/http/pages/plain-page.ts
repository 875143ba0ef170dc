import { DARK_THEME, THEME } from '../../shared/theme-values.ts';
import { html, raw } from 'hono/html';
import type { Context } from 'hono';
import { translator } from '../../i18n/i18n.ts';
import { modeFacts } from '../../shared/mode.ts';
import { DARK_MEDIA, DARK_STYLE_ID, THEME_SCRIPT } from '../../shared/theme.ts';
import type { HttpEnv } from '../context.ts';

/** The colours of these pages, from the theme. */
const STYLE = `
:root {
  --page: ${THEME['surface-page']};
  --card: ${THEME['surface-card']};
  --strong: ${THEME['text-strong']};
  --body: ${THEME['text-body']};
  --link: ${THEME['text-link']};
  --border: ${THEME.border};
  color-scheme: light;
}
body {
  font: 16px/1.55 ${THEME.font};
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
}
.staging-bar {
  position: fixed;
  inset: 0 0 auto;
  margin: 0;
  padding: 2px 16px;
  font-size: 13px;
  font-weight: 600;
  text-align: center;
  color: var(--page);
  background: var(--strong);
}`;

const DARK = `
:root {
  --page: ${DARK_THEME['surface-page']};
  --card: ${DARK_THEME['surface-card']};
  --strong: ${DARK_THEME['text-strong']};
  --body: ${DARK_THEME['text-body']};
  --link: ${DARK_THEME['text-link']};
  --border: ${DARK_THEME.border};
  color-scheme: dark;
}`;

/** What the page of a rehearsal says above its content; empty elsewhere. */
export function plainMark(c: Context<HttpEnv>, locale = c.var.locale) {
  if (!modeFacts(c.var.mode).isRehearsal) return '';
  return html`<p class="staging-bar">${translator(locale)('chrome.staging')}</p>`;
}

/** The head of a page outside the site's application: `style` extends the plain style. */
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
