import { html, raw } from 'hono/html';
import type { Context } from 'hono';
import { htmlDocument } from '../kit/document.ts';
import type { SandboxEnv } from '../kit/serve.ts';
import { personInput, type People, type Person, type PersonInput, type ProviderName } from './people.ts';
import { fill, WORDS, type Language } from './words.ts';

type Html = ReturnType<typeof html>;

const STYLE = `
*{box-sizing:border-box}
body{margin:0;font:16px/1.5 system-ui,-apple-system,'Segoe UI',sans-serif;color:#1a1f36;background:#f6f8fa}
.mark{padding:.6rem 1rem;text-align:center;background:#fff3d6;color:#5c3d00;font-size:.9rem}
main{max-width:28rem;margin:0 auto;padding:1.25rem}
h1{margin:.25rem 0 1rem;font-size:1.3rem}
h2{margin:1.25rem 0 .5rem;font-size:1rem}
ul{margin:0;padding:0;list-style:none;display:grid;gap:.5rem}
label{display:block;margin:.75rem 0 .25rem;font-size:.9rem;font-weight:600}
input[type=text],input[type=email]{width:100%;min-height:2.75rem;padding:.5rem .75rem;border:1px solid #79839a;border-radius:.5rem;font:inherit}
.tick{display:flex;gap:.5rem;align-items:center;font-weight:400}
.tick input{width:1.25rem;height:1.25rem}
button{display:block;width:100%;min-height:3rem;padding:.5rem 1rem;border:1px solid #79839a;border-radius:.5rem;background:#fff;color:inherit;font:inherit;text-align:left;cursor:pointer;overflow-wrap:anywhere}
button small{display:block;color:#4a5268}
.go{margin-top:1rem;border:0;background:#0a4fa8;color:#fff;font-weight:600;text-align:center}
.quiet{margin-top:.75rem;text-align:center}
:focus-visible{outline:3px solid #f5a623;outline-offset:2px}
.error{margin:0 0 1rem;padding:.75rem 1rem;border-radius:.5rem;background:#fdecea;color:#8c1d18}
`;

/** No scripts and nothing external. `form-action` is left out, because the form's response redirects to the shop. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; frame-ancestors 'none'";

const layout = (language: Language, title: string, body: Html): Html =>
  htmlDocument({ language, title, style: raw(STYLE), body });

/** Responds with a page and its headers. `severed` adds the opener policy that isolates the popup from its opener. */
export function answerPage(
  c: Context<SandboxEnv>,
  page: Html,
  options: { severed: boolean; status?: 200 | 400 },
): Response | Promise<Response> {
  c.header('Content-Security-Policy', POLICY);
  c.header('Cache-Control', 'no-store');
  c.header('X-Content-Type-Options', 'nosniff');
  if (options.severed) c.header('Cross-Origin-Opener-Policy', 'same-origin');
  return c.html(page, options.status ?? 200);
}

export interface ConsentView {
  provider: ProviderName;
  language: Language;
  people: readonly Person[];
  /** True after an unreadable form. */
  invalid?: boolean;
}

/**
 * The page that asks which person signs in. Every button posts to its own URL. Facebook does not say whether an address
 * is verified.
 */
export function consentPage({ provider, language, people, invalid }: ConsentView): Html {
  const words = WORDS[language];
  const tells = provider === 'google';
  return layout(
    language,
    fill(words.title, provider),
    html`<header class="mark"><strong>${words.sandbox}</strong> ${fill(words.note, provider)}</header>
      <main>
        <h1>${fill(words.title, provider)}</h1>
        ${invalid ? html`<p class="error" role="alert">${words.invalid}</p>` : ''}
        <section aria-labelledby="people">
          <h2 id="people">${words.people}</h2>
          <form method="post">
            <ul>
              ${people.map(
                (person) =>
                  html`<li>
                    <button name="person" value="${person.id}">
                      ${person.name}<small
                        >${person.email ?? ''}${tells && !person.email_verified ? ` (${words.unverified})` : ''}</small
                      >
                    </button>
                  </li>`,
              )}
            </ul>
          </form>
        </section>
        <section aria-labelledby="another">
          <h2 id="another">${words.another}</h2>
          <form method="post">
            <label for="name">${words.name}</label>
            <input id="name" name="name" type="text" required maxlength="100" autocomplete="off" />
            <label for="email">${words.email}</label>
            <input id="email" name="email" type="email" required maxlength="254" autocomplete="off" />
            ${tells ? html`<label class="tick"><input type="checkbox" name="verified" value="yes" checked /> ${words.verified}</label>` : ''}
            <button class="go">${words.submit}</button>
          </form>
          <form method="post"><button class="quiet" name="cancel" value="yes">${words.cancel}</button></form>
        </section>
      </main>`,
  );
}

/** A sign-in that has expired. */
export function gonePage(language: Language): Html {
  const words = WORDS[language];
  return layout(language, words.sandbox, html`<main><h1>${words.gone}</h1></main>`);
}

/** The input of the consent page's forms: a person, a refusal, or unreadable. */
export function readConsent(
  form: Record<string, unknown>,
  provider: ProviderName,
  people: People,
): { person: Person } | 'cancelled' | 'invalid' {
  if (form['cancel'] !== undefined) return 'cancelled';
  if (typeof form['person'] === 'string') {
    const known = people.find(form['person']);
    return known?.provider === provider ? { person: known } : 'invalid';
  }
  const input = personInput.safeParse({
    name: text(form['name']),
    email: text(form['email']),
    email_verified: provider === 'google' && form['verified'] !== undefined,
  } satisfies Partial<PersonInput>);
  return input.success ? { person: people.add(provider, input.data) } : 'invalid';
}

function text(value: unknown): string {
  return typeof value === 'string' ? value.trim() : '';
}
