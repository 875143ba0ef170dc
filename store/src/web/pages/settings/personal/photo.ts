/** Maximum size of a photo on the server, and its types. */
export const PHOTO = { maxBytes: 5 * 1024 * 1024, types: ['image/jpeg', 'image/png', 'image/webp'] } as const;

export type PhotoErrorKind = 'type' | 'size' | 'unreadable';

/** The error of a file before its upload; undefined for none. An SVG may contain scripts. */
export function photoError(file: { type: string; size: number }): PhotoErrorKind | undefined {
  if (!(PHOTO.types as readonly string[]).includes(file.type)) return 'type';
  return file.size > PHOTO.maxBytes ? 'size' : undefined;
}

/** Draws the centre square of a picture, like the server's crop. Rejects when the file is not a picture. */
export async function drawPhoto(file: Blob, canvas: HTMLCanvasElement): Promise<void> {
  const picture = await createImageBitmap(file);
  const side = Math.min(picture.width, picture.height);
  canvas
    .getContext('2d')
    ?.drawImage(
      picture,
      (picture.width - side) / 2,
      (picture.height - side) / 2,
      side,
      side,
      0,
      0,
      canvas.width,
      canvas.height,
    );
  picture.close();
}
