import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';

/**
 * A process of its own for one picture, which `pictures.ts` has looked at: reads it from its input and writes a WebP of the
 * side and the fit in its arguments. Memory that libraries take for a picture stays with a process for good (measured: 2.9 GB
 * after eight of 60 megapixels, four at a time); with this one it ends.
 */
const side = Number(process.argv[2]);
const fit = process.argv[3] === 'inside' ? 'inside' : 'cover';
sharp.cache(false);
sharp.concurrency(1);
try {
  const image = sharp(await buffer(process.stdin), { failOn: 'error', sequentialRead: true });
  process.stdout.write(
    await image
      .rotate()
      .resize(side, side, { fit, withoutEnlargement: fit === 'inside' })
      .webp({ quality: 82 })
      .toBuffer(),
  );
} catch {
  process.exitCode = 1;
}
