import { renderSVG } from 'uqr';

/** Width and height in pixels, including the quiet zone of four modules. */
const SIZE = 600;

/** The QR code of an activation string as a PNG: error correction M, dark on white (reference/esim-facts.md). */
export async function qrPng(lpa: string): Promise<Buffer> {
  // Imported on first use, so that a process without QR codes does not load the library.
  const { default: sharp } = await import('sharp');
  const svg = renderSVG(lpa, { ecc: 'M', border: 4 });
  return sharp(Buffer.from(svg))
    .resize(SIZE, SIZE, { kernel: 'nearest' })
    .flatten({ background: '#fff' })
    .png({ palette: true })
    .toBuffer();
}
