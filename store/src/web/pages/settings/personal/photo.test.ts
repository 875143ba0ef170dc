import { expect, test } from 'vitest';
import { PHOTO, photoError } from './photo.ts';

test('a photo of the right kind and size is fine', () => {
  for (const type of PHOTO.types) expect(photoError({ type, size: PHOTO.maxBytes })).toBeUndefined();
});

test('other kinds, programs among them, and larger files are refused before they are sent', () => {
  for (const type of ['image/svg+xml', 'image/gif', 'text/html', ''])
    expect(photoError({ type, size: 10 })).toBe('type');
  expect(photoError({ type: 'image/png', size: PHOTO.maxBytes + 1 })).toBe('size');
});
