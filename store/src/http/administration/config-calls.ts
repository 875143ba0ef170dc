import type { PolicySettings } from '../../modules/password-policy/desk.ts';
import { codeOf } from '../../shared/errors.ts';
import { read } from '../identity-toolkit/requests.ts';
import { WireError } from '../identity-toolkit/wire-error.ts';
import type { AdminCall, AdminEndpoint, AdminPorts } from './admin-call.ts';
import { passwordPolicyConfig } from './requests.ts';

/** The project's configuration: stored settings can be changed; those from environment variables are read-only. */
export function createConfigCalls(ports: AdminPorts): Record<string, AdminEndpoint> {
  const oauth = 'v2/projects/{p}/oauthIdpConfigs';
  const saml = 'v2/projects/{p}/inboundSamlConfigs';
  const known = 'v2/projects/{p}/defaultSupportedIdpConfigs';
  return {
    'GET v2/projects/{p}/config': () => projectConfig(ports),
    'PATCH v2/projects/{p}/config': (call) => changeConfig(ports, call),
    [`GET ${known}`]: async () => ({ defaultSupportedIdpConfigs: providersOf(ports) }),
    [`GET ${known}/{id}`]: async (call) => oneProvider(ports, call),
    [`POST ${known}`]: refuse(BY_ENVIRONMENT),
    [`PATCH ${known}/{id}`]: refuse(BY_ENVIRONMENT),
    [`DELETE ${known}/{id}`]: refuse(BY_ENVIRONMENT),
    // There are no tenants (`refuseTenants`).
    'GET v2/projects/{p}/tenants': async () => ({}),
    // Providers that a project adds itself are not supported.
    [`GET ${oauth}`]: async () => ({}),
    [`GET ${oauth}/{id}`]: refuse('CONFIGURATION_NOT_FOUND'),
    [`POST ${oauth}`]: refuse(NO_OTHERS),
    [`PATCH ${oauth}/{id}`]: refuse('CONFIGURATION_NOT_FOUND'),
    [`DELETE ${oauth}/{id}`]: refuse('CONFIGURATION_NOT_FOUND'),
    [`GET ${saml}`]: async () => ({}),
    [`GET ${saml}/{id}`]: refuse('CONFIGURATION_NOT_FOUND'),
    [`POST ${saml}`]: refuse(NO_OTHERS),
    [`PATCH ${saml}/{id}`]: refuse('CONFIGURATION_NOT_FOUND'),
    [`DELETE ${saml}/{id}`]: refuse('CONFIGURATION_NOT_FOUND'),
  };
}

const BY_ENVIRONMENT =
  'OPERATION_NOT_ALLOWED : Providers are set by GOOGLE_CLIENT_ID, FACEBOOK_APP_ID and their secrets.';
const NO_OTHERS = 'OPERATION_NOT_ALLOWED : Google and Facebook are the only providers.';

const refuse = (message: string) => async (): Promise<never> => {
  throw new WireError(message);
};

/** The stored policy, not the one that this process applies: they differ for up to a second after a change. */
async function projectConfig(ports: AdminPorts) {
  const { config } = ports;
  const { projectId, authorizedDomains, anonymous, enumerationProtection } = config.identity;
  return {
    name: `projects/${projectId}/config`,
    signIn: {
      email: { enabled: true, passwordRequired: false },
      phoneNumber: { enabled: config.twilio !== undefined },
      anonymous: { enabled: anonymous },
      allowDuplicateEmails: false,
    },
    authorizedDomains,
    mfa: {
      state: 'ENABLED',
      enabledProviders: config.twilio === undefined ? [] : ['PHONE_SMS'],
      providerConfigs: [{ state: 'ENABLED', totpProviderConfig: { adjacentIntervals: 1 } }],
    },
    passwordPolicyConfig: await storedPolicy(ports),
    emailPrivacyConfig: { enableImprovedEmailPrivacy: enumerationProtection },
    smsRegionConfig: { allowlistOnly: { allowedRegions: [...config.sms.countries] } },
    multiTenant: { allowTenants: false },
  };
}

async function storedPolicy({ identity, administration }: AdminPorts) {
  const set = await administration.policy();
  if (!set) {
    const { rules } = await identity.passwordPolicy();
    return policyConfig({ ...NO_POLICY, minPasswordLength: rules.minLength, maxPasswordLength: rules.maxLength });
  }
  return { ...policyConfig(set.settings), lastUpdateTime: set.at.toISOString() };
}

/** Until a policy is set, only lengths apply. */
const NO_POLICY = {
  containsLowercaseCharacter: false,
  containsUppercaseCharacter: false,
  containsNumericCharacter: false,
  containsNonAlphanumericCharacter: false,
  enforcementState: 'OFF',
  forceUpgradeOnSignin: false,
} as const;

function policyConfig(settings: Omit<PolicySettings, 'allowedNonAlphanumericCharacters'>) {
  return {
    passwordPolicyEnforcementState: settings.enforcementState,
    forceUpgradeOnSignin: settings.forceUpgradeOnSignin,
    passwordPolicyVersions: [
      {
        customStrengthOptions: {
          minPasswordLength: settings.minPasswordLength,
          maxPasswordLength: settings.maxPasswordLength,
          containsLowercaseCharacter: settings.containsLowercaseCharacter,
          containsUppercaseCharacter: settings.containsUppercaseCharacter,
          containsNumericCharacter: settings.containsNumericCharacter,
          containsNonAlphanumericCharacter: settings.containsNonAlphanumericCharacter,
        },
        schemaVersion: 1,
      },
    ],
  };
}

/** Why each read-only field cannot be changed here. */
const SET_BY: Record<string, string> = {
  authorizedDomains: 'IDENTITY_AUTHORIZED_DOMAINS',
  emailPrivacyConfig: 'IDENTITY_ENUMERATION_PROTECTION',
  smsRegionConfig: 'SMS_COUNTRIES',
  recaptchaConfig: 'RECAPTCHA_SITE_KEY and the variables beside it',
  signIn: 'IDENTITY_ANONYMOUS and the TWILIO_ variables',
};

async function changeConfig(ports: AdminPorts, { fields, query, by }: AdminCall) {
  const mask = typeof query.updateMask === 'string' ? query.updateMask.split(',').filter(Boolean) : Object.keys(fields);
  // All or nothing: the first read-only field refuses the call.
  for (const path of mask) {
    const [field = ''] = path.split('.');
    if (field === 'passwordPolicyConfig') continue;
    const where = SET_BY[field];
    throw new WireError(
      where === undefined
        ? `INVALID_CONFIG : ${field} can't be changed.`
        : `INVALID_CONFIG : ${field} is set by ${where} in the environment.`,
    );
  }
  if (mask.length > 0) await changePolicy(ports, { by, given: fields.passwordPolicyConfig });
  return projectConfig(ports);
}

async function changePolicy({ identity, administration }: AdminPorts, { by, given }: { by: string; given: unknown }) {
  const policy = read(passwordPolicyConfig, (given ?? {}) as Record<string, unknown>);
  const { passwordPolicyEnforcementState: enforcementState, forceUpgradeOnSignin } = policy;
  const isFirst = (await administration.policy()) === null;
  const change: Partial<PolicySettings> = {
    // The first stored policy takes the place of the configured minimum length.
    ...(isFirst && { minPasswordLength: (await identity.passwordPolicy()).rules.minLength }),
    ...policy.passwordPolicyVersions?.[0]?.customStrengthOptions,
    ...(enforcementState !== undefined && { enforcementState }),
    ...(forceUpgradeOnSignin !== undefined && { forceUpgradeOnSignin }),
  };
  try {
    await administration.setPolicy(by, change);
  } catch (error) {
    if (codeOf(error) === 'password-policy-error') throw new WireError(`INVALID_CONFIG : ${(error as Error).message}`);
    throw error;
  }
}

function providersOf({ config }: AdminPorts) {
  const clients = { 'google.com': config.google?.clientId, 'facebook.com': config.facebook?.appId };
  return Object.entries(clients).flatMap(([id, clientId]) =>
    clientId === undefined
      ? []
      : [
          {
            name: `projects/${config.identity.projectId}/defaultSupportedIdpConfigs/${id}`,
            enabled: true,
            clientId,
          },
        ],
  );
}

function oneProvider(ports: AdminPorts, { id }: AdminCall) {
  const provider = providersOf(ports).find(({ name }) => name.endsWith(`/${id}`));
  if (!provider) throw new WireError('CONFIGURATION_NOT_FOUND');
  return provider;
}
