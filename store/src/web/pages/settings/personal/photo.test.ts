import { expect, test } from 'vitest';
import { PHOTO, photoError } from './photo.ts';

test('a photo of the right type and size is accepted', () => {
  for (const type of PHOTO.types) expect(photoError({ type, size: PHOTO.maxBytes })).toBeUndefined();
});

test('other types, including SVG, and larger files are refused before the upload', () => {
  for (const type of ['image/svg+xml', 'image/gif', 'text/html', ''])
    expect(photoError({ type, size: 10 })).toBe('type');
  expect(photoError({ type: 'image/png', size: PHOTO.maxBytes + 1 })).toBe('size');
});
