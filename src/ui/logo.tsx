import { BRAND } from '../shared/brand.ts';

/** The mark: stacked stones that also read as signal bars. Stones take the text's colour. */
export function LogoMark({ size = 26 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 26 26" aria-hidden="true">
      <path
        d="M4.250 18.500h17.500a3.250 3.250 0 0 1 0 6.500H4.250a3.250 3.250 0 0 1 0-6.500Zm4-8.250h9.500a3.250 3.250 0 0 1 0 6.500h-9.500a3.250 3.250 0 0 1 0-6.500Z"
        fill="currentColor"
      />
      <circle cx="13" cy="4.900" r="3.600" fill="#FF6B00" />
    </svg>
  );
}

/** Mark and name. */
export function Logo() {
  return (
    <span className="logo">
      <LogoMark />
      <b>{BRAND}</b>
    </span>
  );
}
