import { BRAND } from '../shared/brand.ts';
import { BRAND_COLOURS, MARK } from '../shared/mark.ts';

/** The logo without the name. The stones have the text's colour. */
export function LogoMark({ size = 26 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox={`0 0 ${MARK.size} ${MARK.size}`} aria-hidden="true">
      <path d={MARK.stones} fill="currentColor" />
      <circle {...MARK.top} fill={BRAND_COLOURS.orange.hex} />
    </svg>
  );
}

/** The logo with the name. */
export function Logo() {
  return (
    <span className="logo">
      <LogoMark />
      <b>{BRAND}</b>
    </span>
  );
}
