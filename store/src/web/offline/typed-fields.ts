type TextField = HTMLInputElement | HTMLTextAreaElement;

const typedInto = new Set<TextField>();
const listeners = new Set<() => void>();

/** Starts to track the fields that the user types in; earlier input differs from the field's default value. */
export function watchTyping(): void {
  for (const field of document.querySelectorAll<TextField>('input, textarea'))
    if (holdsText(field) && field.value !== field.defaultValue) typedInto.add(field);
  document.addEventListener('input', ({ target }) => {
    if ((target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement) && holdsText(target))
      typedInto.add(target);
    tell();
  });
  // A page that was left removes its fields.
  new MutationObserver(tell).observe(document.body, { childList: true, subtree: true });
}

/** True while a field of this page has typed text, which a reload would lose. */
export function isTextTyped(): boolean {
  for (const field of typedInto) if (!field.isConnected) typedInto.delete(field);
  return [...typedInto].some(({ value }) => value !== '');
}

/** Calls `listener` whenever `isTextTyped` may have changed; returns the function that stops it. */
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
