import { expect, it } from 'vitest';
import { dailyMbIn, exitCountryIn, hotspotIn, slowSpeedIn } from './statements.ts';

it.each([
  ['Hotspot is allowed.', true],
  ['Data only. Tethering is not supported', false],
  ['Hotspot is allowed, no extra fee', true],
  ['No calls, hotspot included', true],
  ['Hotspot: yes', true],
  ['Hotspot is allowed, but not in China', null],
  ['Hotspot works with some networks only', null],
  ['Hotspot allowed in FR; hotspot not allowed in DE', null],
  ['Data only.', null],
])('reads the hotspot statement in "%s": %j', (said, hotspot) => {
  expect(hotspotIn(said)).toBe(hotspot);
});

it.each([
  ['IP breakout: SG', 'SG'],
  ['Breakout NL.', 'NL'],
  ['The breakout is local', null],
  ['IP breakout in Germany', null],
  ['', null],
])('reads the exit country in "%s": %j', (said, country) => {
  expect(exitCountryIn(said)).toBe(country);
});

it.each([
  ['2 GB per day at full speed, then 512 kbps until midnight.', 2048, 512],
  ['When the data is used up, the speed is 128 kbps.', null, 128],
  ['Up to 150 Mbps; after 500 MB a day reduced to 1.5 Mbps', 500, 1500],
  ['Speeds of up to 20 Mbps.', null, null],
  ['Speeds may be reduced after heavy use.', null, null],
  ['99999999 GB a day, then 99999999 kbps', null, null],
])('reads the terms in "%s": %j MB a day, %j kbps', (policy, dailyMb, kbps) => {
  expect([dailyMbIn(policy), slowSpeedIn(policy)]).toEqual([dailyMb, kbps]);
});
