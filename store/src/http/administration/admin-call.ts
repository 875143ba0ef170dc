import type { AdministrationFlows } from '../../flows/administration/administration-flows.ts';
import type { IdentityModule } from '../../modules/identity/identity.ts';
import type { Transfer } from '../../modules/identity/transfer.ts';
import type { Locale } from '../../shared/locale.ts';
import type { Fields } from '../identity-toolkit/requests.ts';

/** A call of an administrator, whose token was checked. */
export type AdminCall = {
  /** Of the body, or of the query of a GET. */
  fields: Fields;
  query: Fields;
  /** The last part of the path where the name of the call says `{id}`; empty elsewhere. */
  id: string;
  locale: Locale;
  /** Name of the service account. */
  by: string;
};
export type AdminEndpoint = (call: AdminCall) => Promise<object>;

export type AdminPorts = {
  config: {
    identity: {
      projectId: string;
      authorizedDomains: readonly string[];
      anonymous: boolean;
      enumerationProtection: boolean;
    };
    sms: { countries: ReadonlySet<string> };
    /** Each undefined where it is not set up. */
    twilio: object | undefined;
    google: { clientId: string } | undefined;
    facebook: { appId: string } | undefined;
  };
  identity: IdentityModule;
  administration: AdministrationFlows;
  transfer: Transfer;
};
