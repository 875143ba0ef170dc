import { createContext } from 'react-router';
import type { Content } from '../content/types.ts';
import type { LegalPages } from '../content/legal/types.ts';
import type { OrderView } from '../shared/views.ts';
import type { Destination, DestinationSearch, PublicCatalogue } from '../modules/catalogue/types.ts';
import type { SessionCookies } from '../modules/identity/types.ts';
import type { OrderAccess, Viewer } from '../modules/orders/types.ts';
import type { Devices } from '../modules/devices/types.ts';
import type { Trips } from '../modules/trip/types.ts';
import type { HelpDocument, HelpSearch } from '../search/help-search.ts';
import type { ContactAnswer } from '../shared/forms/contact.ts';
import type { Locale } from '../shared/locale.ts';
import type { Merchant } from '../shared/merchant.ts';

/** What the pages need of the product. `Services` of src/services.ts satisfies it. */
export type WebServices = {
  config: { publicUrl: string; merchant: Merchant };
  catalogue: PublicCatalogue;
  search: DestinationSearch;
  trips: Trips;
  devices: Pick<Devices, 'own' | 'find' | 'index'>;
  content: Content;
  helpSearch: HelpSearch<HelpDocument>;
  legalPages: LegalPages;
  /** `featured`: nothing was sold lately, so it is the home page's order. */
  popularDestinations: () => Promise<{ orderedBy: 'sales' | 'featured'; destinations: readonly Destination[] }>;
  /** Who holds a cookie of token sync. */
  identity: { cookies: Pick<SessionCookies, 'holder'> };
  /** One order for whoever a cookie lets in, its account's or the order's own; null alike for other people's orders and for none. */
  orderPages: {
    view(orderId: string, viewer: Viewer): Promise<{ order: OrderView; access: OrderAccess } | null>;
  };
};

/** What the browser's SDK is initialised with. */
export type SdkConfig = {
  apiKey: string;
  projectId: string;
  /** Set when Google's identity service keeps the accounts: where it serves its sign-in windows. */
  authDomain?: string | undefined;
};

/** Public part of the identity configuration. `phone`: codes can be sent to phones. */
export type IdentityConfig = SdkConfig & { phone: boolean };

export type Mode = 'sandbox' | 'live';

/** What loaders find in their `context`, put there by `handler.ts` for each request. */
export const servicesContext = createContext<WebServices>();
/** Undefined on pages that are the same for everyone. */
export const nonceContext = createContext<string | undefined>();
export const localeContext = createContext<Locale>();
export const modeContext = createContext<Mode>();
export const identityContext = createContext<IdentityConfig>();
/** What became of a contact form that was sent without script. */
export const contactContext = createContext<ContactAnswer | undefined>(undefined);
/** The status of the page that refuses a request. */
export const refusalContext = createContext<404 | 405>(404);
/** Undefined on pages that are the same for everyone. */
export const requestIdContext = createContext<string | undefined>();
/**
 * The rendered document. `entry.server.tsx` writes its bytes here and not into the body of its `Response`: React Router reads
 * that body's type, which makes undici copy the bytes into a stream.
 */
export const documentContext = createContext<{ bytes?: Uint8Array<ArrayBuffer> }>();
/** Takes what went wrong while rendering, for the log. */
export const reportErrorContext = createContext<(error: unknown) => void>();
