import type { ReactNode } from 'react';

/** An empty state: icon, title, one sentence, one action. */
export function EmptyState({
  icon,
  title,
  children,
  action,
  level = 'h2',
}: {
  icon: ReactNode;
  title: string;
  children?: ReactNode;
  action?: ReactNode;
  level?: 'h1' | 'h2' | 'h3';
}) {
  const Heading = level;
  return (
    <div className="empty">
      <span className="region-icon">{icon}</span>
      <Heading className={level === 'h1' ? 'h-page' : 'h-sec'}>{title}</Heading>
      {children !== undefined && <p>{children}</p>}
      {action}
    </div>
  );
}
