import MarkdownIt, { type Token } from 'markdown-it';
import { type Block, FACTS, PARTS, type PartName, type Section } from '#src/content/types.ts';
import { addressIn } from '#src/shared/page-address.ts';
import { translator } from '#src/i18n/i18n.ts';
import { eachLocale, type Locale } from '#src/shared/locale.ts';
import { drawingFor } from './drawing.ts';
import type { Report } from './content-error.ts';
import { missingBlank, withFrenchBlanks } from './french.ts';

export type CompiledBody = {
  sections: Section[];
  headings: { id: string; text: string; level: number }[];
  links: { target: string; line: number }[];
  drawings: string[];
  parts: string[];
  text: string;
};

/** Appended to links that open a new tab. */
const NEW_TAB = eachLocale((locale) => translator(locale)('blog.newTab'));
const HEADING_ID = /\s*\{#([a-z][a-z0-9-]*)\}$/;
const PART = /^\{\{part:([A-Za-z]+)\}\}$/;
const FACT = /\{\{fact:([A-Za-z]+)\}\}/g;
const KNOWN_MARK = /\{\{(?:fact|part):[A-Za-z]+\}\}/g;
/** Blocks that are left out when a fact in them is unknown. The innermost one counts. */
const CONTAINERS = new Set(['paragraph_open', 'list_item_open', 'tr_open']);

const markdown = new MarkdownIt({ html: false, linkify: false, typographer: false });

type BodyOptions = {
  locale: Locale;
  /** The number of lines before the body. */
  bodyLine: number;
  withSummaries: boolean;
  /** Reads a drawing by its name. */
  drawing: (name: string) => string;
  report: Report;
};

/** A body that is being compiled, with what it has given so far. */
type Body = BodyOptions & { tokens: Token[]; out: CompiledBody; words: string[] };

/** Compiles the body of a text to sections of HTML. Reports every fault with its line. */
export function compileBody(source: string, options: BodyOptions): CompiledBody {
  const out: CompiledBody = { sections: [], headings: [], links: [], drawings: [], parts: [], text: '' };
  const tokens = markdown.parse(source, {});
  const body: Body = { ...options, tokens, out, words: [] };

  reportRawHtml(body, source);
  for (const [index, token] of tokens.entries()) if (token.type === 'inline') visitInline(body, token, index);

  out.sections.push({ id: null, title: null, summary: null, blocks: [] });
  let index = 0;
  while (index < tokens.length) {
    const end = endOf(tokens, index);
    if (tokens[index]!.type === 'heading_open') addHeading(body, index, end);
    else addBlock(body, index, end);
    index = end + 1;
  }
  out.sections = out.sections.filter(({ title, blocks }) => title !== null || blocks.length > 0);
  out.text = body.words
    .join(' ')
    .replaceAll(KNOWN_MARK, '')
    .replaceAll(/[ \n]+/g, ' ')
    .trim();
  return out;
}

const lineOf = ({ bodyLine }: Body, token: Token): number => bodyLine + (token.map?.[0] ?? 0) + 1;
const sectionOf = ({ out }: Body): Section => out.sections.at(-1)!;

function addHeading(body: Body, from: number, end: number): void {
  const { tokens, out, report } = body;
  const [open, inline] = [tokens[from]!, tokens[from + 1]!];
  const line = lineOf(body, open);
  const level = Number(open.tag.slice(1));
  const id = inline.meta?.id as string | undefined;
  const text = plainText(inline);
  if (level === 1) report(line, 'the title is in the front matter: headings begin with ##');
  if (id === undefined) return report(line, `the heading "${text}" needs an id: ## ${text} {#some-id}`);
  if (out.headings.some((other) => other.id === id)) report(line, `the id "${id}" is taken by another heading`);
  out.headings.push({ id, text, level });
  if (level === 2) {
    out.sections.push({ id, title: text, summary: null, blocks: [] });
    return;
  }
  open.attrSet('id', id);
  addHtml(body, from, end);
}

function addBlock(body: Body, from: number, end: number): void {
  const { tokens, out, report } = body;
  const section = sectionOf(body);
  const part = end === from + 2 && tokens[from + 1]!.type === 'inline' ? PART.exec(tokens[from + 1]!.content) : null;
  if (part) {
    out.parts.push(part[1]!);
    section.blocks.push({ kind: 'part', name: part[1] as PartName });
    if (!(PARTS as readonly string[]).includes(part[1]!))
      report(lineOf(body, tokens[from]!), `unknown part "${part[1]}"`);
    return;
  }
  const isSummary =
    body.withSummaries && section.title !== null && section.summary === null && section.blocks.length === 0;
  if (isSummary && tokens[from]!.type === 'blockquote_open') {
    section.summary = render(body, from + 1, end - 1);
    return;
  }
  if (isSummary) report(lineOf(body, tokens[from]!), `the clause "${section.title}" must begin with its summary: > …`);
  addHtml(body, from, end);
}

function addHtml(body: Body, from: number, end: number): void {
  const html = render(body, from, end);
  const { blocks } = sectionOf(body);
  const last = blocks.at(-1);
  if (last?.kind === 'html') last.html += html;
  else blocks.push({ kind: 'html', html } satisfies Block);
}

const render = ({ tokens }: Body, from: number, end: number): string =>
  markdown.renderer.render(tokens.slice(from, end + 1), markdown.options, {});

/** Checks the words of a block, and marks its tokens for the renderer. */
function visitInline(body: Body, token: Token, at: number): void {
  const line = lineOf(body, token);
  const isHeading = body.tokens[at - 1]?.type === 'heading_open';
  const children = token.children ?? [];
  const last = children.at(-1);
  const id = isHeading && last?.type === 'text' ? HEADING_ID.exec(last.content) : null;
  if (id && last) {
    token.meta = { id: id[1] };
    last.content = last.content.slice(0, id.index);
  }
  for (const child of children) {
    if (child.type === 'text' && body.locale === 'fr') child.content = frenchText(body, child.content, line);
    if (child.type === 'link_open') visitLink(body, children, child, line);
    if (child.type === 'image') visitPicture(body, token, child, at, line);
  }
  body.words.push(plainText(token));
  visitFacts(body, token.content, at, line);
}

function frenchText({ report }: Body, text: string, line: number): string {
  const fault = missingBlank(text);
  if (fault) report(line, `"${fault}": French needs a space before the sign`);
  return withFrenchBlanks(text);
}

function visitLink({ locale, out }: Body, children: Token[], open: Token, line: number): void {
  const target = String(open.attrGet('href') ?? '');
  out.links.push({ target, line });
  if (target.startsWith('#')) return;
  if (target.startsWith('/')) return open.attrSet('href', addressIn(locale, target));
  open.attrSet('target', '_blank');
  open.attrSet('rel', 'noopener');
  const close = children.findIndex((other, at) => at > children.indexOf(open) && other.type === 'link_close');
  const hint = new (open.constructor as new (type: string, tag: string, nesting: 0) => Token)('new_tab', '', 0);
  hint.content = NEW_TAB[locale];
  children.splice(close, 0, hint);
}

function visitPicture(
  { tokens, out, drawing, report }: Body,
  token: Token,
  image: Token,
  at: number,
  line: number,
): void {
  const source = String(image.attrGet('src') ?? '');
  const label = image.content;
  if (!source.startsWith('drawing:'))
    return report(line, `"${source}": a picture must be a drawing: ![…](drawing:name)`);
  if (label.trim() === '') return report(line, `the drawing "${source}" needs a text alternative`);
  if (token.children!.length > 1) return report(line, 'a drawing must be alone on its line');
  const name = source.slice('drawing:'.length);
  try {
    image.meta = { svg: drawingFor(drawing(name), label) };
    out.drawings.push(name);
    // A figure instead of a paragraph.
    tokens[at - 1]!.tag = tokens[at + 1]!.tag = 'figure';
  } catch (error) {
    report(line, `the drawing "${name}": ${(error as Error).message}`);
  }
}

function visitFacts({ tokens, report }: Body, content: string, at: number, line: number): void {
  const unknownMark = /\{\{[^}]*\}\}?/.exec(content.replaceAll(KNOWN_MARK, ''));
  if (unknownMark) report(line, `"${unknownMark[0]}" is neither {{fact:…}} nor {{part:…}}`);
  const names = [...content.matchAll(FACT)].map(([, name]) => name!);
  if (names.length === 0) return;
  for (const name of names) if (!(FACTS as readonly string[]).includes(name)) report(line, `unknown fact "${name}"`);
  const open = tokens.findLastIndex(
    ({ type, hidden }, i) => i < at && CONTAINERS.has(type) && !hidden && endOf(tokens, i) > at,
  );
  if (open === -1) return report(line, 'a fact must be in a paragraph, a list or a table');
  const close = endOf(tokens, open);
  const known = (tokens[open]!.meta?.needs as string[] | undefined) ?? [];
  const needs = [...new Set([...known, ...names])];
  tokens[open]!.meta = { needs };
  tokens[close]!.meta = { needs };
}

function reportRawHtml({ tokens, bodyLine, report }: Body, source: string): void {
  const codeLines = new Set(
    tokens.filter(({ type }) => type === 'fence' || type === 'code_block').flatMap(({ map }) => range(map!)),
  );
  for (const [at, line] of source.split('\n').entries()) {
    if (codeLines.has(at)) continue;
    if (/<\/?[a-z!][^>]*>/i.test(line.replaceAll(/`[^`]*`/g, '')))
      report(bodyLine + at + 1, 'raw HTML: write Markdown');
  }
}

const plain = markdown.renderer.rules;
for (const name of ['paragraph', 'list_item', 'tr']) {
  markdown.renderer.rules[`${name}_open`] = (tokens, at, _options, _env, self) => {
    const needs = tokens[at]!.meta?.needs as string[] | undefined;
    return (needs ? `{{needs:${needs.join(',')}}}` : '') + self.renderToken(tokens, at, markdown.options);
  };
  markdown.renderer.rules[`${name}_close`] = (tokens, at, _options, _env, self) =>
    self.renderToken(tokens, at, markdown.options) + (tokens[at]!.meta?.needs ? '{{end}}' : '');
}
plain['image'] = (tokens, at) => (tokens[at]!.meta?.svg as string | undefined) ?? '';
plain['new_tab'] = (tokens, at) => `<span class="sr"> (${tokens[at]!.content})</span>`;
// Wide tables scroll horizontally, and are focusable so that the keyboard can scroll them.
plain['table_open'] = () => '<div class="table-scroll" tabindex="0" role="group"><table>';
plain['table_close'] = () => '</table></div>\n';

function plainText(inline: Token): string {
  const parts = (inline.children ?? []).map(({ type, content }) =>
    type === 'text' || type === 'code_inline' ? content : type === 'softbreak' || type === 'hardbreak' ? ' ' : '',
  );
  return parts.join('').trim();
}

/** The index of the token that closes the one at `from`, or `from` when it opens nothing. */
function endOf(tokens: Token[], from: number): number {
  let depth = 0;
  for (let at = from; at < tokens.length; at++) {
    depth += tokens[at]!.nesting;
    if (depth === 0) return at;
  }
  return tokens.length - 1;
}

function range([from, to]: [number, number]): number[] {
  return Array.from({ length: to - from }, (_, index) => from + index);
}
