import type { ComponentProps, ReactNode } from 'react';
import { classNames } from './class-names.ts';

/** A plain card: settings, help, lists. `padded` adds the usual inner space. Never inside another card. */
export function Card({ padded = false, className, ...rest }: { padded?: boolean } & ComponentProps<'div'>) {
  return <div className={classNames('card', padded && 'card-p', className)} {...rest} />;
}

/** A card with a perforation, for what can be bought or is owned: facts above (`head`), action or prices below. */
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
