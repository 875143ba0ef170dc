import { randomBytes } from 'node:crypto';
import type { PasswordPolicy } from '../../modules/password-policy/password-policy.ts';
import type { Call, Endpoint, ToolkitPorts } from './call.ts';

/** The SDK's questions about the project. */
export function createSettingsCalls(ports: ToolkitPorts): Record<string, Endpoint> {
  return {
    'GET v1/projects': async () => projects(ports),
    'GET v2/passwordPolicy': async () => passwordPolicy(ports),
    'GET v2/recaptchaConfig': async (call) => recaptchaConfig(ports, call),
    'GET v1/recaptchaParams': async () => recaptchaParams(ports),
  };
}

function projects({ config }: ToolkitPorts) {
  return { projectId: config.identity.projectId, authorizedDomains: config.identity.authorizedDomains };
}

async function passwordPolicy({ identity }: ToolkitPorts) {
  return policyAnswer(await identity.passwordPolicy());
}

/**
 * The policy in the SDK's format. One that is not enforced has lengths only, as at the hosted service, because only
 * they apply.
 */
export function policyAnswer({ enforced, forceUpgrade, rules }: PasswordPolicy) {
  return {
    schemaVersion: 1,
    enforcementState: enforced ? 'ENFORCE' : 'OFF',
    forceUpgradeOnSignin: forceUpgrade,
    allowedNonAlphanumericCharacters: rules.symbols.split(''),
    customStrengthOptions: {
      minPasswordLength: rules.minLength,
      maxPasswordLength: rules.maxLength,
      ...(enforced && {
        containsLowercaseCharacter: rules.lower,
        containsUppercaseCharacter: rules.upper,
        containsNumericCharacter: rules.digit,
        containsNonAlphanumericCharacter: rules.symbol,
      }),
    },
  };
}

/**
 * Other clients follow the configuration of the hosted service. For our own pages, which use the proof of work,
 * everything is off: the SDK then loads no external script.
 */
function recaptchaConfig({ config, hostedCaptcha }: ToolkitPorts, { isOwnPage }: Call) {
  const { projectId, siteKey, enforcement } = hostedCaptcha ?? {
    projectId: config.identity.projectId,
    siteKey: NO_SITE_KEY,
    enforcement: 'OFF',
  };
  return {
    recaptchaKey: `projects/${projectId}/keys/${siteKey}`,
    recaptchaEnforcementState: ['EMAIL_PASSWORD_PROVIDER', 'PHONE_PROVIDER'].map((provider) => ({
      provider,
      enforcementState: isOwnPage ? 'OFF' : enforcement,
    })),
  };
}

const NO_SITE_KEY = 'none';

/** Only the SDK's own RecaptchaVerifier calls this; it shows the hosted service's widget. */
function recaptchaParams({ hostedCaptcha }: ToolkitPorts) {
  return {
    kind: 'identitytoolkit#GetRecaptchaParamResponse',
    recaptchaSiteKey: hostedCaptcha?.siteKey ?? NO_SITE_KEY,
    recaptchaStoken: randomBytes(20).toString('base64url'),
  };
}
