import { classNames } from './class-names.ts';

/**
 * The remaining share, 0 to 1. `label` names it and `text` has the figures, which the caller also shows beside it.
 * Drawn in SVG, because our CSP blocks a width in a style attribute of server-rendered HTML.
 */
export function Meter({
  value,
  label,
  text,
  tone = 'normal',
}: {
  value: number;
  label: string;
  text: string;
  tone?: 'normal' | 'warning' | 'empty';
}) {
  const percent = Math.round(Math.min(1, Math.max(0, value)) * 100);
  return (
    <div
      className={classNames('meter', tone === 'warning' && 'meter--warning')}
      role="meter"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
      aria-valuetext={text}
    >
      <svg width="100%" height="8" aria-hidden="true">
        <rect width={`${tone === 'empty' ? 0 : percent}%`} height="8" rx="4" />
      </svg>
    </div>
  );
}
