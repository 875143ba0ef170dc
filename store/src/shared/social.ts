import { type Mode, modeFacts } from './mode.ts';

/**
 * Networks with a possible profile of the merchant, by their name in its file, in the footer's order. The sandbox links
 * to the home pages of the specification's four. Elsewhere only the merchant's own profiles are linked.
 */
const NETWORKS = {
  facebook: { network: 'Facebook', frontDoor: 'https://www.facebook.com/' },
  instagram: { network: 'Instagram', frontDoor: 'https://www.instagram.com/' },
  twitter: { network: 'X', frontDoor: 'https://x.com/' },
  youtube: { network: 'YouTube', frontDoor: 'https://www.youtube.com/' },
  linkedin: { network: 'LinkedIn', frontDoor: null },
} as const;

type NetworkId = keyof typeof NETWORKS;

export type SocialNetwork = (typeof NETWORKS)[NetworkId]['network'];
export type SocialProfile = { network: SocialNetwork; url: string };

/** The merchant's profiles. In sandbox mode each of the specification's four without a profile links to its network. */
export function socialProfiles(set: Partial<Record<NetworkId, string>> | undefined, mode: Mode): SocialProfile[] {
  return Object.entries(NETWORKS).flatMap(([id, { network, frontDoor }]) => {
    const url = set?.[id as NetworkId] ?? (modeFacts(mode).isLocal ? frontDoor : null);
    return url === null ? [] : [{ network, url }];
  });
}
