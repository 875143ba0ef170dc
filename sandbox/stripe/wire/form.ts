/**
 * A decoded form, as Stripe's API accepts it. Every leaf is a string. Arrays may be indexed (`a[0]=x`) or open
 * (`a[]=x`).
 */
export type FormValue = string | FormValue[] | { [key: string]: FormValue };
export type Form = Record<string, FormValue>;

/**
 * Decodes `application/x-www-form-urlencoded` with Stripe's brackets: `line_items[0][price_data][currency]=eur`. Brackets
 * may be percent-encoded. Objects whose keys are 0, 1, 2 … become arrays.
 */
export function decodeForm(text: string): Form {
  const root: Record<string, unknown> = Object.create(null);
  for (const [name, value] of new URLSearchParams(text)) {
    const path = [name.split('[', 1)[0]!, ...[...name.matchAll(/\[([^\]]*)\]/g)].map((match) => match[1]!)];
    let node = root;
    path.forEach((part, depth) => {
      const key = part === '' ? String(Object.keys(node).length) : part;
      if (depth === path.length - 1) node[key] = value;
      else if (typeof node[key] === 'object') node = node[key] as typeof node;
      else node = node[key] = Object.create(null);
    });
  }
  return tidy(root) as Form;
}

function tidy(node: unknown): FormValue {
  if (typeof node === 'string') return node;
  const entries = Object.entries(node as Record<string, unknown>).map(([key, value]) => [key, tidy(value)] as const);
  const isArray = entries.length > 0 && entries.every(([key], index) => key === String(index));
  return isArray ? entries.map(([, value]) => value) : Object.fromEntries(entries);
}

/** `['line_items', 0, 'quantity']` → `line_items[0][quantity]`: the name of a parameter in Stripe's errors. */
export function paramName(path: readonly PropertyKey[]): string {
  return path.map((part, index) => (index === 0 ? String(part) : `[${String(part)}]`)).join('');
}
