import type { Context } from 'hono';
import { html } from 'hono/html';
import { translator } from '../../i18n/i18n.ts';
import { BRAND } from '../../shared/brand.ts';
import { paths } from '../../shared/paths.ts';
import type { HttpEnv } from '../context.ts';
import { plainHead, plainMark } from '../pages/plain-page.ts';

const STYLE = `
main {
  max-width: 720px;
  margin: 0 auto;
  padding: 32px 16px 64px;
  overflow-wrap: anywhere;
}
code,
pre {
  font: 14px/1.5 ui-monospace, Menlo, monospace;
}
pre {
  background: var(--card);
  border: 1px solid var(--border);
  border-radius: 8px;
  padding: 16px;
  white-space: pre-wrap;
}
dt {
  margin-top: 12px;
}
dd {
  margin: 0;
}`;

const CALLS = ['listDestinations', 'showDestination'] as const;

type Parameter = { name: string; in: string; schema?: { minimum?: number; maximum?: number; default?: unknown } };
/** The part of an OpenAPI document that the page shows. */
type Description = { paths?: Record<string, { get?: { operationId?: string; parameters?: unknown } }> };

/** GET /api/catalogue: a page that documents the public API, made from its OpenAPI document. */
export function showCataloguePage({ description, publicUrl }: { description: Description; publicUrl: string }) {
  const calls = CALLS.map((id) => {
    const found = Object.entries(description.paths ?? {}).find(([, { get }]) => get?.operationId === id);
    if (found === undefined) throw new Error(`the API has no operation ${id}`);
    return { id, path: found[0], parameters: (found[1].get?.parameters ?? []) as Parameter[] };
  });
  const example = `curl "${new URL(paths.api.catalogueDestinations(1, 10), publicUrl).href}"`;

  return (c: Context<HttpEnv>) => {
    const t = translator(c.var.locale);
    c.header('Vary', 'Cookie, Accept-Language');
    return c.html(
      html`<!doctype html>
        <html lang="${c.var.locale}">
          ${plainHead({ nonce: c.var.nonce, title: `${t('api.docs.title')} · ${BRAND}`, style: STYLE })}
          <body>
            ${plainMark(c)}
            <main>
              <h1>${t('api.docs.title')}</h1>
              <p>${t('api.docs.intro')}</p>
              <p><a href="${paths.api.catalogueOpenApi()}">${t('api.docs.openApi')}</a></p>
              <pre><code>${example}</code></pre>
              ${calls.map(
                ({ id, path, parameters }) => html`
                  <h2><code>GET ${path}</code></h2>
                  <p>${t(`api.docs.calls.${id}`)}</p>
                  <dl>
                    ${parameters.map(
                      ({ name, schema }) => html`
                        <dt><code>${name}</code></dt>
                        <dd>
                          ${
                            schema?.minimum === undefined
                              ? t('api.docs.slug')
                              : t('api.docs.whole', { least: schema.minimum, initial: String(schema.default) })
                          }${schema?.maximum === undefined ? '' : ` ${t('api.docs.most', { most: schema.maximum })}`}
                        </dd>
                      `,
                    )}
                  </dl>
                `,
              )}
              <h2>${t('api.docs.rulesTitle')}</h2>
              <p>${t('api.docs.money')}</p>
              <p>${t('api.docs.caching')}</p>
              <p>${t('api.docs.failures')}</p>
              <p><a href="/">${t('api.docs.back', { brand: BRAND })}</a></p>
            </main>
          </body>
        </html>`,
    );
  };
}
