import type { AdministrationFlows } from '../../flows/administration/administration-flows.ts';
import type { IdentityModule } from '../../modules/identity/identity.ts';
import type { Transfer } from '../../modules/identity/transfer/transfer.ts';
import type { Locale } from '../../shared/locale.ts';
import type { Fields } from '../identity-toolkit/requests.ts';

/** A call of an authenticated administrator. */
export type AdminCall = {
  /** The fields of the body, or of the query of a GET. */
  fields: Fields;
  query: Fields;
  /** The part of the path that `{id}` stands for; empty without one. */
  id: string;
  locale: Locale;
  /** The name of the service account. */
  by: string;
};
export type AdminEndpoint = (call: AdminCall) => Promise<object>;

export type AdminPorts = {
  config: {
    publicUrl: string;
    identity: {
      projectId: string;
      authorizedDomains: readonly string[];
      anonymous: boolean;
      enumerationProtection: boolean;
    };
    sms: { countries: ReadonlySet<string> };
    /** Each is undefined when it is not configured. */
    twilio: object | undefined;
    google: { clientId: string } | undefined;
    facebook: { appId: string } | undefined;
  };
  identity: IdentityModule;
  administration: AdministrationFlows;
  transfer: Transfer;
};
