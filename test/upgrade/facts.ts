import type { OrderStatus } from '#src/shared/order-status.ts';
import type { SavedAuthenticator } from '#test/support/authenticator.ts';
import type { SandboxPerson } from '#test/support/providers.ts';
import type { Ports, Vendors } from '#test/support/vendors.ts';
import type { Addresses } from './dump.ts';

/** What people know whose data is in a dump, so that a test can be each of them. All of it is made up; the keys are test keys. */
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
  /** The browser's cookie that opens it. */
  cookie: string;
  paymentUrl: string;
  status: OrderStatus;
  /** Activation codes that its page shows. */
  codes: string[];
};

/** The addresses that a dump names. */
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

/** Where the processes will listen that go on with a dump. */
export function addressesAt(ports: Ports): Addresses {
  return Object.fromEntries(Object.entries(ports).map(([name, port]) => [name, `http://127.0.0.1:${port}`]));
}
