import type { MouseEvent } from 'react';
import { useLocation } from 'react-router';
import { specifiedPath } from '../../../shared/page-address.ts';
import { paths } from '../../../shared/paths.ts';
import { usePageAddress } from '../page-link.tsx';

/** The four entries of the navigation: sections of the home page, and pages of the same name (specification, 2). */
export const SECTIONS = ['how-it-works', 'plans', 'coverage', 'support'] as const;
export type Section = (typeof SECTIONS)[number];

/** Scrolls to a section of this page, smoothly unless reduced motion is preferred, and updates the URL. */
export function scrollToSection(id: Section): void {
  const target = document.getElementById(id);
  if (target === null) return;
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
  target.scrollIntoView({ behavior: still ? 'auto' : 'smooth' });
  history.replaceState(history.state, '', `#${id}`);
}

type SectionLink = { href: string; onClick?: (event: MouseEvent) => void; 'aria-current'?: 'page' | 'true' };

/**
 * The properties of a link to a section: on the home page it scrolls there, elsewhere it loads the page of that name.
 */
export function useSectionLink(): (section: Section) => SectionLink {
  const page = specifiedPath(useLocation().pathname);
  const address = usePageAddress();
  return (section) => {
    if (page !== paths.home()) {
      const path = paths.section(section);
      const here = page === path || page.startsWith(`${path}/`);
      // The help is what the support page leads to.
      const near = section === 'support' && (page === paths.help() || page.startsWith(`${paths.help()}/`));
      return { href: address(path), 'aria-current': here ? 'page' : near ? 'true' : undefined };
    }
    return {
      href: `#${section}`,
      onClick(event) {
        if (event.metaKey || event.ctrlKey || event.shiftKey) return;
        event.preventDefault();
        scrollToSection(section);
      },
    };
  };
}
