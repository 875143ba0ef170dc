import { describe, expect, it } from 'vitest';
import { readerOf } from './platform.ts';

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1';
const MAC =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15';
const PIXEL =
  'Mozilla/5.0 (Linux; Android 16; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36';

describe('readerOf', () => {
  it.each([
    ['an iPhone', IPHONE, 5, { phone: 'iphone', inApp: false }],
    ['an iPad, which calls itself a Mac', MAC, 5, { phone: 'iphone', inApp: false }],
    ['a Mac', MAC, 0, { phone: null, inApp: false }],
    ['an Android phone', PIXEL, 5, { phone: 'android', inApp: false }],
    ['Instagram on an iPhone', `${IPHONE} Instagram 380.0.0`, 5, { phone: 'iphone', inApp: true }],
    ['a web view on Android', PIXEL.replace('Pixel 9', 'Pixel 9; wv'), 5, { phone: 'android', inApp: true }],
  ])('recognises %s', (_name, userAgent, maxTouchPoints, reader) => {
    expect(readerOf({ userAgent, maxTouchPoints })).toEqual(reader);
  });
});
