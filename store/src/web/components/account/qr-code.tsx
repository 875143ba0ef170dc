import { useMemo } from 'react';
import { qrDrawing } from '../../../shared/qr-drawing.ts';

/** A QR code, dark on white in any theme. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { size, pixels, path } = useMemo(() => qrDrawing(text), [text]);
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
