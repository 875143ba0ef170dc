import { classNames } from './class-names.ts';

/** A grey block with the size of what will come: give it that by class (`h-5 w-40`). Say "loading" once, on the list around it. */
export function Skeleton({ className }: { className?: string }) {
  return <span className={classNames('skel block', className)} aria-hidden="true" />;
}
