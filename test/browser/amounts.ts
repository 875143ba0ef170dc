import type { Page } from '@playwright/test';

/** Widths at which amounts are checked: the narrowest phone, a usual one, a desktop. */
export const AMOUNT_WIDTHS = [320, 390, 1440] as const;

/**
 * Amounts of money and of data whose text spans two lines, in the language of the page: `$4.50`, `$3.67/GB`, `3GB`;
 * `4,50 $US`, `3,67 $US/Go`, `3 Go`. Text is joined per block, so that an amount of several elements is found too.
 */
export async function brokenAmounts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const AMOUNT =
      /(?<!\w)\$\d[\d,]*(\.\d+)?(\s?\/\s?GB)?|\d[\d\s]*(,\d+)?\s\$\s?US?(\s?\/\s?Go)?|\d+([.,]\d+)?\s?(GB|MB|Go|Mo)\b/gu;
    const isInline = (each: Element) => ['inline', 'contents'].includes(getComputedStyle(each).display);
    const texts = document.createTreeWalker(
      document.querySelector('dialog:modal') ?? document.body,
      NodeFilter.SHOW_TEXT,
    );
    const blocks = new Map<Element, Text[]>();
    while (texts.nextNode()) {
      const node = texts.currentNode as Text;
      let block = node.parentElement;
      if (block === null || block.closest('script, style, noscript, svg, option, .sr') !== null) continue;
      if (!block.checkVisibility({ visibilityProperty: true })) continue;
      while (block.parentElement !== null && isInline(block)) block = block.parentElement;
      blocks.set(block, [...(blocks.get(block) ?? []), node]);
    }

    const broken = new Set<string>();
    for (const [block, nodes] of blocks) {
      const text = nodes.map(({ data }) => data).join('');
      for (const match of text.matchAll(AMOUNT)) {
        const from = match.index;
        const to = from + match[0].length;
        const boxes: DOMRect[] = [];
        let start = 0;
        for (const node of nodes) {
          const end = start + node.length;
          if (start < to && end > from) {
            const range = document.createRange();
            range.setStart(node, Math.max(0, from - start));
            range.setEnd(node, Math.min(node.length, to - start));
            boxes.push(...[...range.getClientRects()].filter(({ width }) => width > 0));
          }
          start = end;
        }
        const [first] = boxes;
        if (first !== undefined && boxes.some((box) => box.top >= first.bottom - 1 || box.bottom <= first.top + 1))
          broken.add(`${match[0]} in <${block.localName} class="${block.className}">: ${text.trim().slice(0, 80)}`);
      }
    }
    return [...broken];
  });
}
