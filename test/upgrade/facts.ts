import type { OrderStatus } from '#src/shared/order-status.ts';
import type { SavedAuthenticator } from '#test/support/authenticator.ts';
import type { SandboxPerson } from '#test/support/providers.ts';
import type { Ports, Vendors } from '#test/support/vendors.ts';
import type { Addresses } from './dump.ts';

/**
 * What the people in a dump know, so that a test can act as each of them. All of it is made up. The keys are test keys.
 */
export type Facts = {
  about: string;
  /** CAIRN_SECRET_KEYS of the installation. */
  testSecretKeys: string;
  accounts: {
    password: { email: string; password: string; refreshToken: string; name: string };
    french: { email: string; password: string };
    provider: { email: string; person: SandboxPerson };
    phone: { phoneNumber: string };
    secondFactor: { email: string; password: string; enrolmentId: string; totpSecret: string };
    passkey: { email: string; testAuthenticator: SavedAuthenticator };
  };
  orders: Record<string, OrderFacts>;
  ticket: { number: string; email: string };
};

export type OrderFacts = {
  id: string;
  number: string;
  email: string;
  locale: 'en' | 'fr';
  /** The browser's cookie with access to it. */
  cookie: string;
  paymentUrl: string;
  status: OrderStatus;
  /** Activation codes that its page shows. */
  codes: string[];
};

/** The addresses in a dump. */
export function addressesOf({ appUrl, stripe, airalo, mail, oauth, sms }: Vendors): Addresses {
  return {
    app: appUrl,
    stripe: stripe.url,
    airalo: airalo.url,
    mail: mail.url,
    oauth: oauth.url,
    sms: sms.url,
  };
}

/** The addresses of the processes that will use a dump. */
export function addressesAt(ports: Ports): Addresses {
  return Object.fromEntries(Object.entries(ports).map(([name, port]) => [name, `http://127.0.0.1:${port}`]));
}
