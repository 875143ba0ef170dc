import { THEME } from '../../../shared/theme-values.ts';
import { mailTranslator } from '../../../i18n/mail.ts';
import { html, raw } from 'hono/html';
import { BRAND } from '../../../shared/brand.ts';
import type { Locale } from '../../../shared/locale.ts';
import type { OutgoingMail } from '../transport.ts';

/** The result of a template; the sender adds the address and the message id. */
export type RenderedMail = Pick<OutgoingMail, 'subject' | 'html' | 'text' | 'attachments' | 'headers'> & {
  locale: Locale;
};

/**
 * Escaped HTML. Mail readers ignore style sheets, so layout uses tables and style attributes, at most 600 pixels wide.
 */
export type Markup = ReturnType<typeof html>;

const FONT = "Inter,-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
const MONO = "ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono',monospace";

// Mail readers do not support CSS variables, so the theme's values are inlined.
const INK = THEME['surface-ink'];
const ON_INK = THEME['text-on-ink'];
const STRONG = THEME['text-strong'];
const BODY = THEME['text-body'];
const MUTED = THEME['text-muted'];
const LINE = THEME.border;
const PAGE = THEME['surface-page'];
const CARD = THEME['surface-card'];
const ACTION = THEME.action;
const RADIUS = THEME.r;

/**
 * The whole document. `preheader` is the text that mail lists show after the subject; `footer` says why the reader got
 * the mail.
 */
export function mailDocument(mail: {
  locale: Locale;
  title: string;
  preheader: string;
  body: Markup[];
  footer: string;
}): string {
  const page = html`<!doctype html>
    <html lang="${mail.locale}" dir="ltr">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light" />
        <meta name="supported-color-schemes" content="light" />
        <meta name="format-detection" content="telephone=no, date=no, address=no, email=no" />
        <title>${mail.title}</title>
      </head>
      <body
        style="margin:0;padding:0;background:${PAGE};color:${BODY};font-family:${FONT};font-size:16px;line-height:1.55;-webkit-text-size-adjust:100%"
      >
        <div style="display:none;max-height:0;overflow:hidden;opacity:0">${mail.preheader}</div>
        <table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="background:${PAGE}">
          <tr>
            <td align="center" style="padding:24px 12px">
              ${raw(TOP)}
              <table
                role="presentation"
                width="100%"
                cellpadding="0"
                cellspacing="0"
                border="0"
                style="max-width:600px;background:${CARD};border:1px solid ${LINE};border-radius:${RADIUS}"
              >
                <tr>
                  <td style="background:${INK};border-radius:7px 7px 0 0;padding:16px 24px">${masthead()}</td>
                </tr>
                <tr>
                  <td style="padding:32px 24px 24px">
                    <h1
                      style="margin:0 0 12px;font-size:26px;line-height:1.2;letter-spacing:-0.02em;font-weight:600;color:${STRONG}"
                    >
                      ${mail.title}
                    </h1>
                    ${mail.body}
                  </td>
                </tr>
              </table>
              <p
                style="max-width:600px;margin:16px auto 0;padding:0 12px;font-size:13px;color:${MUTED};overflow-wrap:anywhere"
              >
                ${mail.footer}
              </p>
            </td>
          </tr>
        </table>
      </body>
    </html>`;
  if (page instanceof Promise) throw new TypeError('a mail template must not contain promises');
  return page.toString();
}

/** Where `markMail` puts its bar. */
const TOP = '<!--top-->';

/** The mail of a rehearsal: subject, page and text say that nothing is real. */
export function markMail(mail: RenderedMail): RenderedMail {
  const t = mailTranslator(mail.locale);
  const words = t('translation:chrome.staging');
  const bar = html`<p
    style="max-width:600px;margin:0 auto 12px;padding:8px 12px;border:1px solid ${THEME['warning-border']};border-radius:${RADIUS};background:${THEME['warning-surface']};color:${THEME['warning-text']};font-size:14px;font-weight:600"
  >
    ${words}
  </p>`;
  return {
    ...mail,
    subject: t('stagingSubject', { subject: mail.subject }),
    html: mail.html.replace(TOP, () => bar.toString()),
    text: `${words}\n\n${mail.text}`,
  };
}

/** The logo, drawn with table cells because readers block images and drop SVG, and the name. */
function masthead(): Markup {
  const stone = (width: number, height: number, colour: string) =>
    html`<div
      style="width:${width}px;height:${height}px;margin:0 auto 2px;border-radius:4px;background:${colour};font-size:0;line-height:0"
    ></div>`;
  return html`<table role="presentation" cellpadding="0" cellspacing="0" border="0">
    <tr>
      <td style="padding-right:10px" aria-hidden="true">
        ${stone(7, 7, THEME.accent)}${stone(16, 6, ON_INK)}${stone(24, 6, ON_INK)}
      </td>
      <td style="font-size:20px;font-weight:700;letter-spacing:-0.03em;color:${ON_INK}">${BRAND}</td>
    </tr>
  </table>`;
}

export function paragraph(content: string): Markup {
  return html`<p style="margin:0 0 16px;overflow-wrap:anywhere">${content}</p>`;
}

/** Text that a person wrote, with its line breaks, set apart from ours. */
export function writing(content: string): Markup {
  return html`<div
    style="margin:0 0 20px;padding:4px 0 4px 16px;border-left:3px solid ${LINE};color:${STRONG};white-space:pre-wrap;overflow-wrap:anywhere"
  >
    ${content}
  </div>`;
}

/** A smaller, less prominent paragraph. */
export function note(content: string): Markup {
  return html`<p style="margin:0 0 16px;font-size:14px;color:${MUTED};overflow-wrap:anywhere">${content}</p>`;
}

/** A link that is no button, less prominent than a paragraph. */
export function quietLink(label: string, url: string): Markup {
  return html`<p style="margin:0;font-size:14px"><a href="${url}" style="color:${MUTED}">${label}</a></p>`;
}

/** A section with a title, below a rule. */
export function section(title: string, content: Markup | Markup[]): Markup {
  return html`<div style="border-top:1px solid ${LINE};margin-top:24px;padding-top:20px">
    <h2 style="margin:0 0 12px;font-size:18px;line-height:1.3;font-weight:600;letter-spacing:-0.01em;color:${STRONG}">
      ${title}
    </h2>
    ${content}
  </div>`;
}

/** A link that looks like a button; `quiet` for the secondary one. */
export function button(label: string, url: string, { quiet = false } = {}): Markup {
  const [ground, text, edge] = quiet ? [CARD, STRONG, THEME['border-control']] : [ACTION, THEME['on-action'], ACTION];
  return html`<a
    href="${url}"
    style="display:inline-block;margin:0 8px 12px 0;padding:12px 20px;border:1px solid ${edge};border-radius:${RADIUS};background:${ground};color:${text};font-size:15px;line-height:20px;font-weight:600;text-decoration:none"
    >${label}</a
  >`;
}

/** An important notice before the steps. */
export function warning(title: string, lines: string[]): Markup {
  return html`<div
    style="margin:0 0 8px;padding:14px 16px;border:1px solid ${THEME['warning-border']};border-radius:${RADIUS};background:${THEME['warning-surface']};color:${THEME['warning-text']};font-size:14px"
  >
    <b style="font-weight:600">${title}</b>
    <ul style="margin:6px 0 0;padding:0 0 0 20px">
      ${lines.map((line) => html`<li style="margin:0 0 2px">${line}</li>`)}
    </ul>
  </div>`;
}

/** Numbered steps. */
export function steps(lines: string[]): Markup {
  return html`<ol style="margin:0 0 16px;padding:0 0 0 22px">
    ${lines.map((line) => html`<li style="margin:0 0 8px;padding-left:4px;overflow-wrap:anywhere">${line}</li>`)}
  </ol>`;
}

/** Rows of label and value: a receipt. */
export function receipt(rows: [string, string][]): Markup {
  return html`<table
    width="100%"
    cellpadding="0"
    cellspacing="0"
    border="0"
    style="border-collapse:collapse;font-size:15px"
  >
    ${rows.map(
      ([label, value]) =>
        html`<tr>
          <th
            scope="row"
            align="left"
            valign="top"
            style="padding:10px 16px 10px 0;border-bottom:1px solid ${LINE};font-weight:400;color:${MUTED}"
          >
            ${label}
          </th>
          <td
            align="right"
            valign="top"
            style="padding:10px 0;border-bottom:1px solid ${LINE};font-weight:500;color:${STRONG};overflow-wrap:anywhere"
          >
            ${value}
          </td>
        </tr>`,
    )}
  </table>`;
}

/** Values to copy exactly, in a monospaced font that breaks anywhere. */
export function codes(rows: [string, string][]): Markup {
  return html`${rows.map(
    ([label, value]) =>
      html`<div
        style="margin:0 0 8px;padding:10px 14px;border:1px solid ${LINE};border-radius:${RADIUS};background:${THEME['surface-hover']}"
      >
        <div style="font-size:13px;color:${MUTED}">${label}</div>
        <div style="font-family:${MONO};font-size:14px;color:${STRONG};word-break:break-all">${value}</div>
      </div>`,
  )}`;
}

/** An embedded picture, by its content id; square, `size` pixels. */
export function inlineImage(contentId: string, alt: string, size: number): Markup {
  return html`<img
    src="cid:${contentId}"
    width="${size}"
    height="${size}"
    alt="${alt}"
    style="display:block;width:${size}px;height:${size}px;margin:0 auto 16px;padding:12px;border:1px solid ${LINE};border-radius:${RADIUS};background:${CARD}"
  />`;
}

/** The text part: blocks with a blank line between, empty ones left out. */
export function plainText(blocks: (string | null)[]): string {
  return `${blocks.filter((block) => block !== null).join('\n\n')}\n`;
}

/** A block of the text part with its title underlined. */
export function plainSection(title: string, lines: string[]): string {
  return [title, '-'.repeat(title.length), ...lines].join('\n');
}

/** Steps of the text part. */
export function plainSteps(lines: string[]): string[] {
  return lines.map((line, index) => `${index + 1}. ${line}`);
}

/** Label and value of the text part. */
export function plainRows(locale: Locale, rows: [string, string][]): string[] {
  return rows.map(([label, value]) => `${label}${mailTranslator(locale)('colon')} ${value}`);
}
