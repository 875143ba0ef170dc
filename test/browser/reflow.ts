import type { Page } from '@playwright/test';

/** WCAG 1.4.12: text spacing that a reader may set without loss of content. */
const TEXT_SPACING = `
  * { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; }
  p { margin-bottom: 2em !important; }`;

/** Sets or removes the reader's text spacing. It is a constructed style sheet, which our policy allows. */
export async function setTextSpacing(page: Page, on: boolean): Promise<void> {
  await page.evaluate(
    (css) => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(css);
      document.adoptedStyleSheets = css === '' ? [] : [sheet];
    },
    on ? TEXT_SPACING : '',
  );
}

/** What does not fit the window: a page that scrolls sideways, and text that is clipped or lies outside. */
export async function misfits(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const faults = new Set<string>();
    const page = document.documentElement;
    const name = (each: Element) => `<${each.localName} class="${each.className.toString()}">`;
    if (page.scrollWidth > page.clientWidth) {
      const wide = [...document.querySelectorAll('body *')].filter(
        (each) => each.getBoundingClientRect().right > page.clientWidth + 1,
      );
      faults.add(
        `scrolls sideways by ${page.scrollWidth - page.clientWidth} px; too far right: ${wide.slice(0, 5).map(name).join(', ')}`,
      );
    }
    const isOnlyHeard = (each: Element | null): boolean =>
      each !== null && (getComputedStyle(each).clipPath === 'inset(50%)' || isOnlyHeard(each.parentElement));
    const root = document.querySelector('dialog:modal') ?? document.body;
    const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const node = texts.currentNode;
      const parent = node.parentElement;
      if (parent === null || node.nodeValue!.trim() === '') continue;
      if (parent.closest('script, style, noscript, svg, option, .sr, .skip, [aria-hidden=true]') !== null) continue;
      if (!parent.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
      if (isOnlyHeard(parent)) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      for (const box of range.getClientRects()) {
        if (box.width < 1 || box.height < 1) continue;
        for (let up: Element | null = parent; up !== null; up = up.parentElement) {
          const style = getComputedStyle(up);
          const edge = up.getBoundingClientRect();
          const words = `"${node.nodeValue!.trim().slice(0, 40)}"`;
          // Text in a scroll container can be scrolled into view.
          if (/auto|scroll/.test(style.overflowX + style.overflowY) && up !== document.body) break;
          if (/hidden|clip/.test(style.overflowX) && (box.right > edge.right + 1 || box.left < edge.left - 1))
            faults.add(`${words} is cut off at the side by ${name(up)}`);
          if (/hidden|clip/.test(style.overflowY) && (box.bottom > edge.bottom + 2 || box.top < edge.top - 2))
            faults.add(`${words} is cut off by ${name(up)}`);
          // Text that overflows a button, a chip or a field covers other content.
          if (
            up.matches('button, .btn, .chip, .pill, .tab, .input, .alert') &&
            (box.bottom > edge.bottom + 2 ||
              box.top < edge.top - 2 ||
              box.right > edge.right + 1 ||
              box.left < edge.left - 1)
          )
            faults.add(`${words} leaves ${name(up)}`);
          if (style.position === 'fixed') break;
        }
        if (box.right > innerWidth + 1 || box.left < -1) {
          let scrolls = false;
          for (let up: Element | null = parent; up !== null && up !== document.body; up = up.parentElement)
            scrolls ||= /auto|scroll/.test(getComputedStyle(up).overflowX);
          if (!scrolls) faults.add(`"${node.nodeValue!.trim().slice(0, 40)}" lies outside of the window`);
        }
      }
    }
    return [...faults];
  });
}
