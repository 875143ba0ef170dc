type TextField = HTMLInputElement | HTMLTextAreaElement;

const typedInto = new Set<TextField>();
const listeners = new Set<() => void>();

/** From now on remembers in which fields of the document somebody types; what was typed before differs from the page's own value. */
export function watchTyping(): void {
  for (const field of document.querySelectorAll<TextField>('input, textarea'))
    if (holdsText(field) && field.value !== field.defaultValue) typedInto.add(field);
  document.addEventListener('input', ({ target }) => {
    if ((target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement) && holdsText(target))
      typedInto.add(target);
    tell();
  });
  // A page that was left takes its fields along.
  new MutationObserver(tell).observe(document.body, { childList: true, subtree: true });
}

/** True while a field of this page holds text that somebody typed: a reload would lose it. */
export function isTextTyped(): boolean {
  for (const field of typedInto) if (!field.isConnected) typedInto.delete(field);
  return [...typedInto].some(({ value }) => value !== '');
}

/** Calls `listener` whenever `isTextTyped` may have changed; answers how to stop. */
export function onTyping(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function tell(): void {
  for (const listener of listeners) listener();
}

function holdsText(field: TextField): boolean {
  return field instanceof HTMLTextAreaElement || !NO_TEXT.has(field.type);
}

const NO_TEXT: ReadonlySet<string> = new Set([
  'button',
  'checkbox',
  'color',
  'file',
  'hidden',
  'image',
  'radio',
  'range',
  'reset',
  'submit',
]);
