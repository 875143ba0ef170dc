import { useRouteLoaderData } from 'react-router';
import type { SocialProfile } from '../shared/social.ts';
import type { IdentityConfig, Mode } from './context.ts';

/** What every page knows: nothing about the person. `requestId` is the reference a 500 page shows; public pages have none. */
export type RootData = {
  mode: Mode;
  identity: IdentityConfig;
  /** Where the site is in public, for absolute addresses. */
  publicUrl: string;
  requestId: string | undefined;
  /** Profiles of the merchant elsewhere. */
  social: SocialProfile[];
};

export function useRootData(): RootData {
  const data = useRouteLoaderData<RootData>('root');
  if (data === undefined) throw new Error('the root loader has not run');
  return data;
}
