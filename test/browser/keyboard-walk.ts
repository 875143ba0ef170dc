import type { Page } from '@playwright/test';

/** The faults of a keyboard walk. Empty on a correct page. */
export type Walk = { stops: number; faults: string[] };

type Stop = { is: 'new' | 'again' | 'outside'; name: string; faults: string[] };

/**
 * Presses Tab from the top of the page until the focus leaves it. Checks at each stop that the focus is visible and not
 * under a fixed bar (WCAG 2.4.7, 2.4.11), moves on (2.1.2), and that every visible control was reached (2.1.1).
 */
export async function walkByKeyboard(page: Page): Promise<Walk> {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const faults: string[] = [];
  const expected = await page.evaluate(installWalk);
  let stops = 0;
  // The focus may start in the middle, as in a form opened by a click. After the end it continues at the top.
  for (let ends = 0; ends < 2 && stops < 2 * expected + 10;) {
    await page.keyboard.press('Tab');
    const stop = await page.evaluate(lookAtFocus);
    faults.push(...stop.faults.map((fault) => `${stop.name}: ${fault}`));
    if (stop.is === 'again') break;
    if (stop.is === 'outside') ends++;
    else stops++;
  }
  if (stops === 0) faults.push('nothing takes the focus');
  const missed = await page.evaluate(missedByFocus);
  faults.push(...missed.map((name) => `${name}: is not reached by Tab`));
  return { stops, faults: [...new Set(faults)] };
}

type Walker = {
  controls(): HTMLElement[];
  nameOf(element: Element): string;
  seen: Set<Element>;
  last: { element: Element; look: string } | null;
  lookOf(element: Element): string;
};
type Walking = { cairnWalk: Walker };

/** Runs in the page and moves the focus to its top. Returns the number of controls. */
function installWalk(): number {
  const SELECTOR =
    'a[href], button, input:not([type=hidden]), select, textarea, summary, iframe, audio[controls], [tabindex], [contenteditable]';
  const inDialog = () => document.querySelector('dialog:modal') ?? document;
  const walk: Walker = {
    controls: () =>
      [...inDialog().querySelectorAll<HTMLElement>(SELECTOR)].filter(
        (each) =>
          each.tabIndex >= 0 &&
          !each.matches(':disabled') &&
          each.closest('[inert]') === null &&
          each.checkVisibility({ visibilityProperty: true }),
      ),
    nameOf(element) {
      const words = element.getAttribute('aria-label') ?? element.textContent.trim().replace(/\s+/g, ' ').slice(0, 40);
      const name = element.getAttribute('name');
      return `<${element.localName}${name === null ? '' : ` name=${name}`} class="${element.className.toString()}"> "${words}"`;
    },
    seen: new Set(),
    last: null,
    /** The style that shows the focus, on the element or around it. */
    lookOf(element) {
      const around: Element[] = [element];
      for (let up = element.parentElement; up !== null && around.length < 4; up = up.parentElement) around.push(up);
      if (element.nextElementSibling !== null) around.push(element.nextElementSibling);
      return around
        .map((each) => {
          const style = getComputedStyle(each);
          return [
            style.outlineStyle === 'none' ? '' : `${style.outlineWidth} ${style.outlineColor}`,
            style.boxShadow,
            style.borderColor,
            style.backgroundColor,
            style.textDecoration,
            style.top,
          ].join('|');
        })
        .join('\n');
    },
  };
  (globalThis as unknown as Walking).cairnWalk = walk;
  (document.activeElement as HTMLElement | null)?.blur();
  scrollTo({ top: 0, behavior: 'instant' });
  return walk.controls().length;
}

/** Runs in the page after each Tab. */
function lookAtFocus(): Stop {
  const walk = (globalThis as unknown as Walking).cairnWalk;
  const faults: string[] = [];
  const element = document.activeElement as HTMLElement | null;
  if (walk.last !== null && walk.last.element !== element && walk.last.element.isConnected) {
    if (walk.lookOf(walk.last.element) === walk.last.look)
      faults.push(`no focus was seen before, on ${walk.nameOf(walk.last.element)}`);
  }
  const gone = element === null || element === document.body || element === document.documentElement;
  if (gone) walk.last = null;
  if (gone) return { is: 'outside', name: 'at the end', faults };
  if (walk.seen.has(element)) return { is: 'again', name: walk.nameOf(element), faults };
  walk.seen.add(element);
  walk.last = { element, look: walk.lookOf(element) };
  if (element.tabIndex > 0) faults.push('has a tabindex above 0');

  // A field in a card shows its focus on the card. A visually hidden control shows it on its label.
  let shown: Element = element;
  const own = element.getBoundingClientRect();
  if (
    (own.width < 2 || own.height < 2 || getComputedStyle(element).opacity === '0') &&
    element.closest('label') !== null
  )
    shown = element.closest('label')!;
  const box = shown.getBoundingClientRect();
  const left = Math.max(0, box.left);
  const right = Math.min(innerWidth, box.right);
  const top = Math.max(0, box.top);
  const bottom = Math.min(innerHeight, box.bottom);
  if (right - left < 1 || bottom - top < 1) faults.push('is outside of the window while it has the focus');
  else {
    let covered = 0;
    let points = 0;
    let by = '';
    for (const x of [0.1, 0.5, 0.9])
      for (const y of [0.1, 0.5, 0.9]) {
        const at = document.elementFromPoint(left + (right - left) * x, top + (bottom - top) * y);
        points++;
        if (at === null || at === shown || shown.contains(at) || at.contains(shown)) continue;
        // Only fixed and sticky content counts as a cover.
        for (let up: Element | null = at; up !== null; up = up.parentElement) {
          const { position } = getComputedStyle(up);
          if ((position === 'fixed' || position === 'sticky') && !up.contains(element)) {
            covered++;
            by = walk.nameOf(up).slice(0, 60);
            break;
          }
        }
      }
    if (covered > 0) faults.push(`has the focus under ${by} (${covered} of ${points} points)`);
  }
  return { is: 'new', name: walk.nameOf(element), faults };
}

/** Runs in the page at the end. Returns visible controls that never had the focus. */
function missedByFocus(): string[] {
  const walk = (globalThis as unknown as Walking).cairnWalk;
  const reached = new Set(
    [...walk.seen].flatMap((each) =>
      each instanceof HTMLInputElement && each.type === 'radio' ? [`${each.form?.id ?? ''}/${each.name}`] : [],
    ),
  );
  return (
    walk
      .controls()
      .filter((each) => !walk.seen.has(each))
      // One radio of a group has the focus. Arrow keys reach the others.
      .filter(
        (each) =>
          !(
            each instanceof HTMLInputElement &&
            each.type === 'radio' &&
            reached.has(`${each.form?.id ?? ''}/${each.name}`)
          ),
      )
      .map((each) => walk.nameOf(each))
  );
}
