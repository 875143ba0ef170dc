import { type ComponentProps, createContext, type MouseEvent, type ReactNode, useContext, useMemo } from 'react';
import { createPath, useLocation, useNavigate } from 'react-router';
import { addressIn, localeOfAddress } from '../../shared/page-address.ts';

type Follow = (event: MouseEvent<HTMLAnchorElement>) => void;
type Links = { follow?: Follow; address: (path: string) => string };

const LinksContext = createContext<Links>({ address: (path) => path });

/** Wraps all pages: lets every `PageLink` inside navigate with the router, through one shared handler. */
export function PageLinks({ children }: { children: ReactNode }) {
  const navigate = useNavigate();
  const prefixed = localeOfAddress(useLocation().pathname);
  const links = useMemo<Links>(
    () => ({
      follow(event) {
        const link = event.currentTarget;
        if (event.defaultPrevented || !isPlainClick(event) || (link.target !== '' && link.target !== '_self')) return;
        event.preventDefault();
        const to = createPath(link);
        void navigate(to, { replace: to === createPath(location) });
      },
      address: prefixed === undefined ? (path) => path : (path) => addressIn(prefixed, path),
    }),
    [navigate, prefixed],
  );
  return <LinksContext value={links}>{children}</LinksContext>;
}

/**
 * The URL of a page's specified route from here: under `/fr` its French URL, elsewhere the route itself, whatever
 * language is shown. For forms and the router's own functions; `PageLink` applies it itself.
 */
export function usePageAddress(): (path: string) => string {
  return useContext(LinksContext).address;
}

/**
 * A link to one of our pages, from `paths`. It replaces the router's `Link`, which resolves path, match and location
 * for each of a home page's 130 links: a tenth of the page's CPU time (bench/pages.ts).
 */
export function PageLink({ to, onClick, children, ...rest }: { to: string } & Omit<ComponentProps<'a'>, 'href'>) {
  const { follow, address } = useContext(LinksContext);
  const click: Follow = (event) => {
    onClick?.(event);
    follow?.(event);
  };
  return (
    <a {...rest} href={address(to)} onClick={click}>
      {children}
    </a>
  );
}

/** True for a click that opens no new tab, window or download. */
export function isPlainClick(event: MouseEvent): boolean {
  return event.button === 0 && !event.metaKey && !event.altKey && !event.ctrlKey && !event.shiftKey;
}
