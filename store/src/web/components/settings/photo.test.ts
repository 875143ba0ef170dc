import { expect, test } from 'vitest';
import { PHOTO, photoFault } from './photo.ts';

test('a photo of the right kind and size is fine', () => {
  for (const type of PHOTO.types) expect(photoFault({ type, size: PHOTO.maxBytes })).toBeUndefined();
});

test('other kinds, programs among them, and larger files are refused before they are sent', () => {
  for (const type of ['image/svg+xml', 'image/gif', 'text/html', ''])
    expect(photoFault({ type, size: 10 })).toBe('type');
  expect(photoFault({ type: 'image/png', size: PHOTO.maxBytes + 1 })).toBe('size');
});
