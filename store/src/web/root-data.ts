import { useRouteLoaderData } from 'react-router';
import type { SocialProfile } from '../shared/social.ts';
import type { Support } from '../shared/support.ts';
import type { Mode } from '../shared/mode.ts';
import type { IdentityConfig } from './context.ts';

/** The data of every page: nothing personal. `requestId` is the reference on a 500 page; public pages have none. */
export type RootData = {
  mode: Mode;
  identity: IdentityConfig;
  /** The public origin, for absolute URLs. */
  publicUrl: string;
  requestId: string | undefined;
  /** Profiles of the merchant on other sites. */
  social: SocialProfile[];
  /** Who answers travellers, and when. */
  support: Support;
  /** Whether the payment page takes more than one kind of payment. */
  severalPayments: boolean;
  /** The service worker with the offline page is served: not in development, nor with the kill switch. */
  offlinePage: boolean;
};

export function useRootData(): RootData {
  const data = useRouteLoaderData<RootData>('root');
  if (data === undefined) throw new Error('the root loader has not run');
  return data;
}
