import type { Page } from '@playwright/test';

type Asked = { id: string; behavior: string };
type Recorder = { scrollsAsked?: Asked[] };

/**
 * Records which elements the page scrolls to, and how. Counting scroll positions would fail on a busy machine, which
 * draws few frames.
 */
export async function recordScrolls(page: Page): Promise<void> {
  await page.evaluate(() => {
    const asked: Asked[] = [];
    (window as Recorder).scrollsAsked = asked;
    const original = Element.prototype.scrollIntoView;
    Element.prototype.scrollIntoView = function record(options) {
      const behavior = typeof options === 'object' ? (options.behavior ?? 'auto') : 'auto';
      asked.push({
        id: this.id,
        behavior: behavior === 'auto' ? getComputedStyle(document.documentElement).scrollBehavior : behavior,
      });
      original.call(this, options);
    };
  });
}

/** The scrolls since `recordScrolls`: the target's id, and `smooth` or `auto` (at once). */
export function scrollsAsked(page: Page): Promise<Asked[]> {
  return page.evaluate(() => (window as Recorder).scrollsAsked ?? []);
}
