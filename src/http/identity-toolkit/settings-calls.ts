import type { Endpoint, ToolkitPorts } from './endpoints.ts';

/** What the SDK asks about the project. */
export function createSettingsCalls(ports: ToolkitPorts): Record<string, Endpoint> {
  return {
    'GET v1/projects': async () => projects(ports),
    'GET v2/passwordPolicy': async () => passwordPolicy(ports),
    'GET v2/recaptchaConfig': async () => recaptchaConfig(ports),
  };
}

function projects({ config }: ToolkitPorts) {
  return { projectId: config.identity.projectId, authorizedDomains: config.identity.authorizedDomains };
}

/** What the hosted service counts as non-alphanumeric; we ask for none of them. */
const NON_ALPHANUMERIC = [...'^$*.[]{}()?"!@#%&/\\,><\':;|_~'];

function passwordPolicy({ identity }: ToolkitPorts) {
  const { minLength, maxLength } = identity.passwordPolicy;
  return {
    schemaVersion: 1,
    // As the hosted service answers when only lengths are set: too short a password is then WEAK_PASSWORD.
    enforcementState: 'OFF',
    forceUpgradeOnSignin: false,
    allowedNonAlphanumericCharacters: NON_ALPHANUMERIC,
    customStrengthOptions: { minPasswordLength: minLength, maxPasswordLength: maxLength },
  };
}

/** Everything off: the SDK then loads no script from elsewhere. */
function recaptchaConfig({ config }: ToolkitPorts) {
  return {
    recaptchaKey: `projects/${config.identity.projectId}/keys/none`,
    recaptchaEnforcementState: ['EMAIL_PASSWORD_PROVIDER', 'PHONE_PROVIDER'].map((provider) => ({
      provider,
      enforcementState: 'OFF',
    })),
  };
}
