import { type ComponentProps, createContext, type MouseEvent, type ReactNode, useContext, useMemo } from 'react';
import { createPath, useNavigate } from 'react-router';

type Follow = (event: MouseEvent<HTMLAnchorElement>) => void;

const FollowContext = createContext<Follow | undefined>(undefined);

/** Around all pages: lets every `PageLink` inside navigate by the router, with one function for all of them. */
export function PageLinks({ children }: { children: ReactNode }) {
  const navigate = useNavigate();
  const follow = useMemo<Follow>(
    () => (event) => {
      const link = event.currentTarget;
      if (event.defaultPrevented || !isPlainClick(event) || (link.target !== '' && link.target !== '_self')) return;
      event.preventDefault();
      const to = createPath(link);
      void navigate(to, { replace: to === createPath(location) });
    },
    [navigate],
  );
  return <FollowContext value={follow}>{children}</FollowContext>;
}

/**
 * A link to one of our pages, from `paths`. In place of the router's `Link`, which resolves the path, its match and the location
 * for each of a home page's 130 links: a tenth of its CPU (bench/pages.ts).
 */
export function PageLink({ to, onClick, children, ...rest }: { to: string } & Omit<ComponentProps<'a'>, 'href'>) {
  const follow = useContext(FollowContext);
  const click: Follow = (event) => {
    onClick?.(event);
    follow?.(event);
  };
  return (
    <a {...rest} href={to} onClick={click}>
      {children}
    </a>
  );
}

/** A click that asks for no new tab, window or download. */
function isPlainClick(event: MouseEvent): boolean {
  return event.button === 0 && !event.metaKey && !event.altKey && !event.ctrlKey && !event.shiftKey;
}
