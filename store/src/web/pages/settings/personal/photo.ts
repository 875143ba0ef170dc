/** Largest photo that the server takes, and its kinds. */
export const PHOTO = { maxBytes: 5 * 1024 * 1024, types: ['image/jpeg', 'image/png', 'image/webp'] } as const;

export type PhotoErrorKind = 'type' | 'size' | 'unreadable';

/** What is wrong with a file before it is sent; undefined when nothing is. An SVG is a program, not a photo. */
export function photoError(file: { type: string; size: number }): PhotoErrorKind | undefined {
  if (!(PHOTO.types as readonly string[]).includes(file.type)) return 'type';
  return file.size > PHOTO.maxBytes ? 'size' : undefined;
}

/** Draws the middle square of a picture, as the server will cut it. Rejects when the file is no picture. */
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
