import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { specifiedPath } from '../../../shared/page-address.ts';

/**
 * After a client-side navigation, moves the focus from the link, which may be gone, to the page's heading, or to the
 * target of the URL's fragment. Screen readers then announce it, and Tab continues from there.
 */
export function usePageFocus(): void {
  const { pathname, hash } = useLocation();
  // A page in another language is not a new page.
  const page = specifiedPath(pathname);
  const shown = useRef(page);
  useEffect(() => {
    if (shown.current === page) return;
    shown.current = page;
    const main = document.querySelector<HTMLElement>('main');
    // A field of the new page with autofocus keeps the focus.
    if (main === null || main.contains(document.activeElement) || document.querySelector('dialog:modal') !== null)
      return;
    const place = hash === '' ? null : document.getElementById(hash.slice(1));
    const target = place ?? main.querySelector<HTMLElement>('h1') ?? main;
    if (target.tabIndex < 0) target.tabIndex = -1;
    target.focus({ preventScroll: true });
  }, [page, hash]);
}
