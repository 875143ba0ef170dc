import { useMemo } from 'react';
import { encode } from 'uqr';

/** Modules of white around the symbol (ISO/IEC 18004). */
const QUIET_ZONE = 4;
const SMALLEST_PX = 240;

/** A QR code as one SVG path: byte mode, error correction M, dark on white in any theme. Whole pixels per module. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { size, path } = useMemo(() => drawing(text), [text]);
  const pixels = size * Math.ceil(SMALLEST_PX / size);
  return (
    <svg
      className="qr"
      role="img"
      aria-label={label}
      width={pixels}
      height={pixels}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#0a0e18" />
    </svg>
  );
}

function drawing(text: string): { size: number; path: string } {
  const { size, data } = encode(text, { ecc: 'M', border: QUIET_ZONE });
  const runs = data.flatMap((row, y) =>
    row.flatMap((dark, x) => {
      if (!dark || row[x - 1] === true) return [];
      const end = row.indexOf(false, x);
      const length = (end === -1 ? row.length : end) - x;
      return `M${x} ${y}h${length}v1h-${length}z`;
    }),
  );
  return { size, path: runs.join('') };
}
