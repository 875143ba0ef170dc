import { createContext } from 'react-router';
import type { AutoTopUpLink } from '../shared/auto-top-up.ts';
import type { Unsubscribing } from '../shared/notices.ts';
import type { Content } from '../content/types.ts';
import type { LegalPages } from '../content/legal/types.ts';
import type { LineRefundView, RefundableView } from '../shared/refund-views.ts';
import type { TopUpsView } from '../shared/top-up-views.ts';
import type { OrderView } from '../shared/views.ts';
import type { Destination, DestinationSearch, PublicCatalogue } from '../modules/catalogue/types.ts';
import type { SessionCookies } from '../modules/identity/types.ts';
import type { OrderAccess, Viewer } from '../modules/orders/types.ts';
import type { PaymentMethods } from '../modules/payments/types.ts';
import type { Devices } from '../modules/devices/types.ts';
import type { Trips } from '../modules/trip/types.ts';
import type { HelpDocument, HelpSearch } from '../search/help-search.ts';
import type { CheckoutCountries } from '../shared/checkout-countries.ts';
import type { AboutLine, Places } from '../shared/connection/about.ts';
import type { ContactAnswer } from '../shared/forms/contact.ts';
import type { WithdrawalAnswer } from '../shared/forms/withdrawal.ts';
import type { LegalVersions } from '../shared/legal.ts';
import type { Locale } from '../shared/locale.ts';
import type { Merchant } from '../shared/merchant.ts';
import type { Mode } from '../shared/mode.ts';
import type { Currencies } from '../shared/money.ts';
import type { WithdrawalChoices, WithdrawalLink } from '../shared/withdrawal.ts';

/** The services that pages use. `Services` of src/services.ts satisfies it. */
export type WebServices = {
  config: {
    publicUrl: string;
    currencies: Currencies;
    merchant: Merchant;
    legalVersions: LegalVersions;
    serviceWorker: 'on' | 'off';
  };
  catalogue: PublicCatalogue;
  /** What the checkout asks about the buyer's country. */
  checkoutCountries: (network: string | null) => Promise<CheckoutCountries>;
  /** How buyers can pay; null: not known yet. */
  payments: { methods: { known(): PaymentMethods | null }; keepsCards: boolean };
  search: DestinationSearch;
  trips: Trips;
  devices: Pick<Devices, 'own' | 'find' | 'index'>;
  content: Content;
  helpSearch: HelpSearch<HelpDocument>;
  legalPages: LegalPages;
  /** `featured`: nothing was sold lately, so it is the home page's order. */
  popularDestinations: () => Promise<{ orderedBy: 'sales' | 'featured'; destinations: readonly Destination[] }>;
  /** Starts a read of the usage that an order's page shows, when it is due. */
  lookAgain: { atOrder(order: Pick<OrderView, 'id' | 'readingUsage'>): Promise<void> };
  /** What the holder of a link in a notice sees; null for a token that is not ours. */
  noticeChoices: { look(token: string): Promise<Unsubscribing | null> };
  /** What the holder of a link in a mail about auto top-up sees; null for a token that is not ours. */
  autoTopUpSwitch: { ofToken(token: string): Promise<AutoTopUpLink | null> };
  /** The plans of an order that can be withdrawn from; null without access to it. */
  withdrawalChoices(orderId: string, viewer: Viewer): Promise<WithdrawalChoices | null>;
  /** What the holder of a link in a mail about a withdrawal sees; null for one that is wrong. */
  withdrawalProof: { look(token: string): Promise<WithdrawalLink | null> };
  /** The account of a token-sync cookie. */
  identity: { cookies: Pick<SessionCookies, 'holder'> };
  /**
   * One order for a caller with a cookie, its account's or the order's own; null both for another person's order and
   * for an unknown id.
   */
  orderPages: {
    view(orderId: string, viewer: Viewer): Promise<{ order: OrderView; access: OrderAccess } | null>;
  };
  /** What can be added to the eSIM of a line, numbered from 1; null without access to its order. */
  offeredTopUps(orderId: string, line: number, viewer: Viewer): Promise<TopUpsView | null>;
  refundPages: {
    /** What goes back for a line, numbered from 1; null without access to its order. */
    ofLine(orderId: string, line: number, viewer: Viewer): Promise<LineRefundView | null>;
    /** The lines of an account. */
    list(account: NonNullable<Viewer['account']>): Promise<RefundableView[]>;
    /** Days of a refund by oneself. */
    windowDays: number;
  };
  /** What is known about an eSIM and the places where it works. */
  connection: {
    about(orderId: string, line: number, country: string | null): Promise<AboutLine | null>;
    places(said: { country: string | null; zone: string | null }, country: string | null): Promise<Places>;
  };
};

/** The configuration of the browser's SDK. */
export type SdkConfig = {
  apiKey: string;
  projectId: string;
  /** The host of Google's sign-in windows; set when Google's identity service stores the accounts. */
  authDomain?: string | undefined;
};

/** Public part of the identity configuration. `phone`: codes can be sent to phones. */
export type IdentityConfig = SdkConfig & { phone: boolean };

/** The services for loaders, set by `handler.ts` for each request. */
export const servicesContext = createContext<WebServices>();
/** Undefined on pages that are the same for every reader. */
export const nonceContext = createContext<string | undefined>();
export const localeContext = createContext<Locale>();
export const modeContext = createContext<Mode>();
export const identityContext = createContext<IdentityConfig>();
/** The country from which the request comes; null: not known. */
export const networkCountryContext = createContext<string | null>(null);
/** The result of a contact form that was sent without script. */
export const contactContext = createContext<ContactAnswer | undefined>(undefined);
/** The result of a declaration of withdrawal. */
export const withdrawalContext = createContext<WithdrawalAnswer | undefined>(undefined);
/** The status of a page that refuses a request. */
export const refusalContext = createContext<404 | 405>(404);
/** Undefined on pages that are the same for every reader. */
export const requestIdContext = createContext<string | undefined>();
/**
 * The rendered document. `entry.server.tsx` writes its bytes here and not into the body of its `Response`: React Router
 * reads that body's type, which makes undici copy the bytes into a stream.
 */
export const documentContext = createContext<{ bytes?: Uint8Array<ArrayBuffer> }>();

/** Resolves when the page may be rendered: rendering blocks the process (`http/answers/turns.ts`). */
export const turnContext = createContext<() => Promise<void>>(async () => undefined);
/** Reports a rendering error to the log. */
export const reportErrorContext = createContext<(error: unknown) => void>();
