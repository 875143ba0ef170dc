import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { ErrorIcon, InfoIcon, SuccessIcon, WarningIcon } from './icons.tsx';

const ICONS = { danger: ErrorIcon, warning: WarningIcon, success: SuccessIcon, info: InfoIcon };

export type AlertTone = keyof typeof ICONS;

/**
 * A message with its next step. `danger` interrupts (`role="alert"`); the others are announced politely with `live`.
 */
export function Alert({
  id,
  tone,
  title,
  live = false,
  className,
  children,
}: {
  id?: string;
  tone: AlertTone;
  title?: string;
  live?: boolean;
  className?: string;
  children?: ReactNode;
}) {
  const Icon = ICONS[tone];
  return (
    <div
      id={id}
      className={classNames('alert', tone !== 'info' && `alert--${tone}`, className)}
      role={tone === 'danger' ? 'alert' : live ? 'status' : undefined}
    >
      <Icon size={20} />
      <div>
        {title !== undefined && <b>{title}</b>}
        {children}
      </div>
    </div>
  );
}
