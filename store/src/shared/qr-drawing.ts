import { encode } from 'uqr';

/** White modules around the symbol (ISO/IEC 18004). */
const QUIET_ZONE = 4;
const SMALLEST_PX = 240;

/**
 * A QR code as one SVG path in a square of `size` units: byte mode, error correction M. `pixels` is its width on a
 * screen, with whole pixels per module.
 */
export function qrDrawing(text: string): { size: number; pixels: number; path: string } {
  const { size, data } = encode(text, { ecc: 'M', border: QUIET_ZONE });
  const runs = data.flatMap((row, y) =>
    row.flatMap((dark, x) => {
      if (!dark || row[x - 1] === true) return [];
      const end = row.indexOf(false, x);
      const length = (end === -1 ? row.length : end) - x;
      return `M${x} ${y}h${length}v1h-${length}z`;
    }),
  );
  return { size, pixels: size * Math.ceil(SMALLEST_PX / size), path: runs.join('') };
}
