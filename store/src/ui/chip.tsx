import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

export type ChipTone = 'neutral' | 'network' | 'info' | 'success' | 'warning' | 'danger' | 'accent';

const CLASS: Record<ChipTone, string | false> = {
  neutral: false,
  network: 'chip--5g',
  info: 'chip--info',
  success: 'chip--success',
  warning: 'chip--warning',
  danger: 'chip--danger',
  accent: 'chip--accent',
};

/** A word or two on a tinted background. States have a `dot` and always a word, never colour alone. */
export function Chip({
  tone = 'neutral',
  dot = false,
  children,
}: {
  tone?: ChipTone;
  dot?: boolean;
  children: ReactNode;
}) {
  return (
    <span className={classNames('chip', CLASS[tone])}>
      {dot && <i className="dot" />}
      {children}
    </span>
  );
}
