import type { Hono } from 'hono';
import { html, raw } from 'hono/html';
import type { HtmlEscapedString } from 'hono/utils/html';
import { htmlDocument } from './document.ts';
import { DAY_MS, leftMb, type Act, type Life } from './life.ts';
import { liveVerb, type Esim, type Lives, type Living } from './lives.ts';
import type { SandboxEnv } from './serve.ts';

type Html = HtmlEscapedString | Promise<HtmlEscapedString>;

/** More eSIMs than these are found by the search. */
const MAX_SHOWN = 50;

const STYLE = `
:root{color-scheme:light dark;--line:#8886;--soft:#8881}
*{box-sizing:border-box}
body{margin:0;font:16px/1.5 system-ui,sans-serif}
main{max-width:60rem;margin:0 auto;padding:1rem}
h1{font-size:1.4rem;margin:.5rem 0 1rem}
h2{font-size:1.05rem;margin:0;overflow-wrap:anywhere}
ul{list-style:none;padding:0;display:grid;gap:.75rem}
li{border:1px solid var(--line);border-radius:12px;padding:.75rem 1rem}
dl{display:grid;grid-template-columns:max-content 1fr;gap:0 1rem;margin:.5rem 0}
dt{font-weight:600}dd{margin:0;overflow-wrap:anywhere}
form{display:flex;flex-wrap:wrap;gap:.5rem;align-items:end;margin:.5rem 0 0}
label{display:grid;font-size:.875rem}
input{font:inherit;padding:.35rem .5rem;width:9rem}
[role=search] input{width:16rem}
button{font:inherit;padding:.4rem .9rem;min-height:24px}
.said{background:var(--soft);border-radius:8px;padding:.5rem .75rem}
@media(max-width:40rem){dl{grid-template-columns:1fr}}
`;

const PAGE_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

type Parts = { title: string; lives: Lives; living: Living };

/** The page at `/` where a person lets eSIMs live. It runs no script. */
export function mountEsimsPage(app: Hono<SandboxEnv>, parts: Parts): void {
  const { lives, living } = parts;
  const show = (said: string | null, search = '') => {
    const found = lives.list().filter((esim) => isFound(esim, search));
    return pageOf(parts, { found, search, said });
  };
  app.use('/', async (c, next) => {
    await next();
    c.header('Content-Security-Policy', PAGE_POLICY);
    c.header('Cache-Control', 'no-store');
  });
  app.get('/', (c) => c.html(show(c.req.query('said') ?? null, c.req.query('q')?.trim() ?? '')));
  app.post('/esims/:key', async (c) => {
    const fields = Object.fromEntries(
      Object.entries(await c.req.parseBody()).map(([name, value]) => [name, String(value)]),
    );
    const key = c.req.param('key');
    let said = 'done';
    try {
      lives.act(key, [actOf(fields)]);
    } catch (error) {
      said = error instanceof Error ? error.message : String(error);
    }
    const back = new URLSearchParams({ q: lives.find(key)?.iccid ?? '', said: `${fields['act'] ?? ''}: ${said}` });
    return c.redirect(`/?${back}`, 303);
  });
  app.post('/live', async (c) => {
    const { on, mb, hours } = await c.req.parseBody();
    const wanted = on === 'yes' ? { on: true, mbPerSecond: Number(mb), hoursPerSecond: Number(hours) } : { on: false };
    const verb = liveVerb.safeParse(wanted);
    if (verb.success) living.obey(verb.data);
    return c.redirect('/', 303);
  });
}

const isFound = ({ iccid, reference, title }: Esim, search: string) =>
  [iccid, reference, title].some((text) => text.toLowerCase().includes(search.toLowerCase()));

/** The event that a button of the form stands for. */
function actOf(fields: Record<string, string>): Act {
  const { act, mb, days, country = '' } = fields;
  const at = /^[A-Z]{2}$/.test(country) ? country : null;
  switch (act) {
    case 'install':
    case 'enable':
    case 'disable':
    case 'delete':
    case 'release':
    case 'recycle':
      return act;
    case 'use':
      return { use: positive(mb), ...(at !== null && { country: at }) };
    case 'move':
      return { country: at };
    case 'pass':
      return { pass: { days: positive(days), hours: 0, minutes: 0 } };
    case 'use up':
      return { end: 'used-up' };
    case 'expire':
      return { end: 'expired' };
    default:
      throw new Error('no such button');
  }
}

function positive(text: string | undefined): number {
  const value = Number(text);
  if (text === undefined || text === '' || !(value >= 0)) throw new Error('a number is missing');
  return value;
}

type Shown = { found: Esim[]; search: string; said: string | null };

function pageOf({ title, living }: Parts, { found, search, said }: Shown): Html {
  const speed = living.speed();
  const shown = found.toReversed().slice(0, MAX_SHOWN);
  return htmlDocument({
    language: 'en',
    title,
    style: raw(STYLE),
    body: html`<main>
      <h1>${title}</h1>
      <p>
        The eSIMs that the product bought here, newest first. What happens to one is reported as the wholesaler reports
        it, and by webhook. Times are UTC. <a href="/_sandbox/ledger">The ledger</a>
      </p>
      ${said === null ? '' : html`<p class="said" role="status">${said}</p>`}
      <form method="post" action="/live">
        <label
          >Megabytes a second <input name="mb" type="number" min="0" step="any" value="${speed?.mbPerSecond ?? 5}"
        /></label>
        <label
          >Hours a second <input name="hours" type="number" min="0" step="any" value="${speed?.hoursPerSecond ?? 0}"
        /></label>
        ${
          speed
            ? html`<button name="on" value="no">Stop the life of all eSIMs</button>`
            : html`<button name="on" value="yes">Let all eSIMs live</button>`
        }
      </form>
      <form method="get" action="/" role="search">
        <label>ICCID, reference or package <input name="q" value="${search}" /></label>
        <button>Search</button>
      </form>
      ${
        shown.length === 0
          ? html`<p>No eSIM. Reload this page after a purchase.</p>`
          : html`<ul>
              ${shown.map(cardOf)}
            </ul>`
      }
      ${found.length > shown.length ? html`<p>${found.length - shown.length} older ones are found by a search.</p>` : ''}
    </main>`,
  });
}

function cardOf(esim: Esim): Html {
  const { key, iccid, title, reference, plan, isOver } = esim;
  return html`<li>
    <h2>${title}</h2>
    <dl>
      <dt>ICCID</dt>
      <dd>${iccid}</dd>
      <dt>Reference</dt>
      <dd>${reference}</dd>
      ${facts(esim).map(
        ([term, detail]) =>
          html`<dt>${term}</dt>
            <dd>${detail}</dd>`,
      )}
    </dl>
    ${isOver ? '' : html`<form method="post" action="/esims/${key}" aria-label="${iccid}">${buttonsOf(esim, plan.countries)}</form>`}
  </li>`;
}

function buttonsOf({ life }: Esim, countries: readonly string[]): Html {
  const at = life.country ?? countries[0] ?? '';
  const button = (act: string, words: string) => html`<button name="act" value="${act}">${words}</button>`;
  return html`
    ${button('install', 'Install')} ${button('enable', 'Enable')} ${button('disable', 'Disable')}
    ${button('delete', 'Delete')} ${button('release', 'Release again')}
    <label>Country <input name="country" maxlength="2" pattern="[A-Z]{2}" value="${at}" /></label>
    ${button('move', 'Go there')}
    <label>Megabytes <input name="mb" type="number" min="0" step="any" value="100" /></label>
    ${button('use', 'Use them there')}
    <label>Days <input name="days" type="number" min="0" step="any" value="1" /></label>
    ${button('pass', 'Let them pass')} ${button('use up', 'Use up')} ${button('expire', 'Expire')}
    ${button('recycle', 'Recycle the ICCID')}
  `;
}

/** The life in words. */
function facts({ life, plan, reported }: Esim): [term: string, detail: string][] {
  const left = leftMb(life, plan);
  const where =
    life.country === null ? '' : `, in ${life.country}${plan.countries.includes(life.country) ? '' : ' (not covered)'}`;
  return [
    ['Reported', reported],
    ['Profile', `${life.profile}${where}${life.phone === null ? '' : `, on ${life.phone}`}`],
    ['Data', left === null ? `${mb(life.usedMb)} used` : `${mb(left)} of ${mb(plan.dataMb ?? 0)} left`],
    [life.startedAt === null ? 'To install until' : 'Time', timesOf(life)],
  ];
}

const mb = (amount: number) => `${Math.round(amount * 10) / 10} MB`;
const minute = (ms: number) => new Date(ms).toISOString().slice(0, 16).replace('T', ' ');

function timesOf({ startedAt, endsAt }: Life): string {
  if (startedAt === null) return minute(endsAt);
  return `${minute(startedAt)} to ${minute(endsAt)} (${Math.round((endsAt - startedAt) / DAY_MS)} days)`;
}
