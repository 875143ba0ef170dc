import { expect, test } from 'vitest';
import { socialProfiles } from './social.ts';

const names = (profiles: { network: string }[]) => profiles.map(({ network }) => network);

test('live and staging mode show only the configured profiles', () => {
  expect(socialProfiles(undefined, 'live')).toEqual([]);
  expect(socialProfiles(undefined, 'staging')).toEqual([]);
  expect(
    socialProfiles({ twitter: 'https://x.com/shop', linkedin: 'https://www.linkedin.com/company/shop' }, 'live'),
  ).toEqual([
    { network: 'X', url: 'https://x.com/shop' },
    { network: 'LinkedIn', url: 'https://www.linkedin.com/company/shop' },
  ]);
});

test("sandbox mode shows the specification's four; a configured one leads to the merchant's profile", () => {
  expect(names(socialProfiles({}, 'sandbox'))).toEqual(['Facebook', 'Instagram', 'X', 'YouTube']);
  const profiles = socialProfiles({ instagram: 'https://www.instagram.com/shop' }, 'sandbox');
  expect(names(profiles)).toEqual(['Facebook', 'Instagram', 'X', 'YouTube']);
  expect(profiles[1]!.url).toBe('https://www.instagram.com/shop');
});
