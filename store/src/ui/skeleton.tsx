import { classNames } from './class-names.ts';

/**
 * A grey placeholder with the size of the coming content, set by class (`h-5 w-40`). Announce "loading" once, on the
 * list around it.
 */
export function Skeleton({ className }: { className?: string }) {
  return <span className={classNames('skel block', className)} aria-hidden="true" />;
}
