import { randomBytes } from 'node:crypto';
import type { PasswordPolicy } from '../../modules/password-policy/password-policy.ts';
import type { Call, Endpoint, ToolkitPorts } from './call.ts';

/** What the SDK asks about the project. */
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

/** A policy as the SDK reads it. One that is not enforced says lengths only, as the hosted service does: only they hold. */
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
 * Other clients follow the hosted service as it is configured. Everything is off for our own pages, which prove themselves by
 * work of their own: the SDK then loads no script from elsewhere.
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

/** Only the SDK's own RecaptchaVerifier asks, which draws the hosted service's widget. */
function recaptchaParams({ hostedCaptcha }: ToolkitPorts) {
  return {
    kind: 'identitytoolkit#GetRecaptchaParamResponse',
    recaptchaSiteKey: hostedCaptcha?.siteKey ?? NO_SITE_KEY,
    recaptchaStoken: randomBytes(20).toString('base64url'),
  };
}
