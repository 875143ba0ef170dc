import { type ComponentProps, createContext, type MouseEvent, type ReactNode, useContext, useMemo } from 'react';
import { createPath, useLocation, useNavigate } from 'react-router';
import { addressIn, localeOfAddress } from '../../shared/page-address.ts';

type Follow = (event: MouseEvent<HTMLAnchorElement>) => void;
type Links = { follow?: Follow; address: (path: string) => string };

const LinksContext = createContext<Links>({ address: (path) => path });

/** Around all pages: lets every `PageLink` inside navigate by the router, with one function for all of them. */
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
 * The address under which a page is linked from here, from its specified route: under `/fr` its French address, elsewhere
 * the route itself, whatever language is shown. For forms and the router's own functions; `PageLink` applies it by itself.
 */
export function usePageAddress(): (path: string) => string {
  return useContext(LinksContext).address;
}

/**
 * A link to one of our pages, from `paths`. In place of the router's `Link`, which resolves the path, its match and the location
 * for each of a home page's 130 links: a tenth of its CPU (bench/pages.ts).
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

/** A click that asks for no new tab, window or download. */
export function isPlainClick(event: MouseEvent): boolean {
  return event.button === 0 && !event.metaKey && !event.altKey && !event.ctrlKey && !event.shiftKey;
}
