import type { ComponentProps, ReactNode } from 'react';
import { classNames } from './class-names.ts';

/** A plain card for settings, help and lists. `padded` adds the usual padding. Never nested in another card. */
export function Card({ padded = false, className, ...rest }: { padded?: boolean } & ComponentProps<'div'>) {
  return <div className={classNames('card', padded && 'card-p', className)} {...rest} />;
}

/** A card with a perforation, for plans on sale or owned eSIMs: facts above (`head`), action or prices below. */
export function Ticket({
  as: Element = 'div',
  head,
  className,
  children,
  ...rest
}: { as?: 'div' | 'article'; head: ReactNode } & ComponentProps<'div'>) {
  return (
    <Element className={classNames('ticket', className)} {...rest}>
      {head}
      <div className="perf" />
      {children}
    </Element>
  );
}
