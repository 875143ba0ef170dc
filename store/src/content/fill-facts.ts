/**
 * A number whose unit stands behind the fact in the text, in the plural (`{{fact:deliveryMinutes}} minutes`), also in
 * earlier versions of legal texts, which never change. `unit` replaces it: `minute` for 1.
 */
export type Counted = { count: string; unit: string; plural: string };

/** The merchant's facts in a reader's language; undefined for those that are not configured. */
export type Facts = Readonly<Record<string, string | Counted | undefined>>;

const MARK = /\{\{(?:fact:(?<fact>[A-Za-z]+)|needs:(?<needs>[A-Za-z,]+)|(?<end>end))\}\}/g;

/** Lists and tables without content. */
const EMPTY = /<(ul|ol|tbody|table)>\s*<\/\1>\s*/g;

/**
 * Inserts the merchant's facts into compiled HTML, escaped. The text between `{{needs:a,b}}` and `{{end}}` (the
 * compiler puts them around each paragraph, list item and row that names a fact) is removed when one of its facts is
 * missing.
 */
export function fillFacts(html: string, facts: Facts): string {
  if (!html.includes('{{')) return html;
  let text = '';
  let from = 0;
  /** The start of each open pair, and whether it stays. */
  const open: { start: number; stays: boolean }[] = [];
  for (const match of html.matchAll(MARK)) {
    text += html.slice(from, match.index);
    from = match.index + match[0].length;
    const { fact, needs } = match.groups!;
    if (fact !== undefined) {
      const value = facts[fact] ?? '';
      if (typeof value === 'string') text += escapeHtml(value);
      else {
        text += value.count;
        if (html.startsWith(value.plural, from + 1)) {
          text += html.charAt(from) + value.unit;
          from += 1 + value.plural.length;
        }
      }
    } else if (needs !== undefined)
      open.push({ start: text.length, stays: needs.split(',').every((name) => facts[name] !== undefined) });
    else {
      const { start, stays } = open.pop()!;
      if (!stays) text = text.slice(0, start);
    }
  }
  return (text + html.slice(from)).replaceAll(EMPTY, '');
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
