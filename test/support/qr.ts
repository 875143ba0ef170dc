import type { Locator } from '@playwright/test';
import jsQr from 'jsqr';
import sharp from 'sharp';

/** The text that a phone's camera reads from the screen. */
export async function decodeQr(qr: Locator): Promise<string> {
  return decode(await qr.screenshot());
}

/** The text of a QR code in this picture. */
export async function decode(picture: Buffer): Promise<string> {
  const { data, info } = await sharp(picture).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  const found = jsQr(new Uint8ClampedArray(data), info.width, info.height);
  if (found === null) throw new Error('no QR code can be read in the picture');
  return found.data;
}
