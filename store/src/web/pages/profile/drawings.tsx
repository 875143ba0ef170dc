import type { IconProps } from '../../../ui/icons.tsx';

export function PlusIcon({ size = 20, ...rest }: IconProps) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={1.75}
      strokeLinecap="round"
      aria-hidden="true"
      {...rest}
    >
      <path d="M5 12h14 M12 5v14" />
    </svg>
  );
}

/** A ticket that is still only an outline. */
export function EmptyTicket() {
  return (
    <svg className="empty-ticket" width={134} height={72} viewBox="0 0 134 72" fill="none" aria-hidden="true">
      <rect className="line" x={1} y={1} width={132} height={70} rx={8} strokeWidth={2} strokeDasharray="5 4" />
      <path className="line" d="M89 2v68" strokeWidth={2} strokeDasharray="4 4" />
      <rect className="tint" x={16} y={18} width={31} height={22} rx={4} />
      <path className="line" d="M56 21h20M56 31h13M16 52h44" strokeWidth={4} strokeLinecap="round" />
      <circle className="plus" cx={111} cy={36} r={10} />
      <path d="M106.500 36h9M111 31.500v9" stroke="var(--on-action)" strokeWidth={1.8} strokeLinecap="round" />
    </svg>
  );
}
