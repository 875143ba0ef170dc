import type { Page } from '@playwright/test';

/** Watches every page that loads from now on. Returns a function that tells whether the title ever was this one. */
export async function watchTitle(page: Page, title: string): Promise<() => Promise<boolean>> {
  await page.addInitScript((watched) => {
    const look = () => {
      if (document.querySelector('h1')?.textContent === watched) Object.assign(window, { sawTitle: true });
    };
    new MutationObserver(look).observe(document, { childList: true, subtree: true });
  }, title);
  return () => page.evaluate(() => 'sawTitle' in window);
}
