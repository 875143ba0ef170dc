/** Forbidden in a drawing, which is inlined into pages of both languages and both themes. */
const REFUSED: [RegExp, string][] = [
  [
    /<(?:script|style|foreignObject|image|a|text|use)\b/i,
    'contains a forbidden element (script, style, text, image, link …)',
  ],
  [/\s(?:on[a-z]+|style|id|href|xlink:href)\s*=/i, 'contains a forbidden attribute (on…, style, id, href)'],
  [/#[0-9a-f]{3,8}\b|rgba?\(/i, 'contains a colour: use var(--…) or currentColor, which follow the theme'],
];

/**
 * A drawing for a page. `label` is its text alternative. Throws when the file contains forbidden elements or a literal
 * colour.
 */
export function drawingFor(svg: string, label: string): string {
  const body = svg.trim();
  const root = /^<svg\b[^>]*\bviewBox="[^"]+"[^>]*>/.exec(body);
  if (!root) throw new Error('must begin with <svg … viewBox="…">');
  for (const [pattern, problem] of REFUSED) if (pattern.test(body)) throw new Error(problem);
  const attributes = root[0].slice('<svg'.length).replace(/\s(?:role|aria-label|class)="[^"]*"/g, '');
  const name = label.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
  return `<svg class="drawing" role="img" aria-label="${name}"${attributes}${body.slice(root[0].length)}`;
}
