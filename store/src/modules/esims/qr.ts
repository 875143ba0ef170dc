import { renderSVG } from 'uqr';

/** Edge of the picture in pixels; the symbol keeps its four modules of quiet zone inside. */
const SIZE = 600;

/** The QR code of an activation string as a PNG: error correction M, dark on white (reference/esim-facts.md). */
export async function qrPng(lpa: string): Promise<Buffer> {
  // Loaded with the first code: a process that draws none does without its library.
  const { default: sharp } = await import('sharp');
  const svg = renderSVG(lpa, { ecc: 'M', border: 4 });
  return sharp(Buffer.from(svg))
    .resize(SIZE, SIZE, { kernel: 'nearest' })
    .flatten({ background: '#fff' })
    .png({ palette: true })
    .toBuffer();
}
