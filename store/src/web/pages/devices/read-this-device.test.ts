import { describe, expect, it } from 'vitest';
import { readThisDevice } from './read-this-device.ts';

const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 Version/18.5 Mobile/15E148';
const MAC = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5';
const CHROME = 'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile';
const SAMSUNG = 'Mozilla/5.0 (Linux; Android 13; SM-S911B Build/TP1A) AppleWebKit/537.36 SamsungBrowser/22.0 Mobile';
const FIREFOX = 'Mozilla/5.0 (Android 14; Mobile; rv:130.0) Gecko/130.0 Firefox/130.0';
const saying = (model: string) => ({ getHighEntropyValues: () => Promise.resolve({ model }) });
const refusing = { getHighEntropyValues: () => Promise.reject(new Error('not allowed')) };

describe('the device that a browser reports', () => {
  it.each([
    ['an iPhone, without its model', IPHONE, 5, undefined, { kind: 'iphone' }],
    ['an iPad, which calls itself a Mac', MAC, 5, undefined, { kind: 'ipad' }],
    ['a Mac', MAC, 0, undefined, { kind: 'computer' }],
    ['the model that Chrome says when asked', CHROME, 5, saying('Pixel 7a'), { kind: 'model', model: 'Pixel 7a' }],
    ['Android alone where no model is said', CHROME, 5, saying(''), { kind: 'android' }],
    ['Android alone where the browser refuses', CHROME, 5, refusing, { kind: 'android' }],
    ['the model in an older user agent', SAMSUNG, 5, undefined, { kind: 'model', model: 'SM-S911B' }],
    ['Android alone in Firefox', FIREFOX, 5, undefined, { kind: 'android' }],
  ])('%s', async (_name, userAgent, maxTouchPoints, userAgentData, seen) => {
    expect(await readThisDevice({ userAgent, maxTouchPoints, ...(userAgentData && { userAgentData }) })).toEqual(seen);
  });
});
