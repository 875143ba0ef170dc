import { createIssuerKeys } from '../adapters/issuer-keys.ts';
import { createDrawPicture } from '../adapters/pictures.ts';
import { createCaptcha } from '../modules/captcha/captcha.ts';
import { createHostedTokens, createIdentity, isNews, mirrorAccount } from '../modules/identity/identity.ts';
import { createKnownHashes, createPasswords, loadCommonPasswords } from '../modules/identity/passwords/passwords.ts';
import { createProviders } from '../modules/identity/providers/providers.ts';
import { createTransfer } from '../modules/identity/transfer/transfer.ts';
import { createPasskeys } from '../modules/passkeys/passkeys.ts';
import { createPasswordPolicies } from '../modules/password-policy/password-policy.ts';
import { createPhone } from '../modules/phone/phone.ts';
import { createSecondFactors } from '../modules/second-factors/second-factors.ts';
import { createServiceAccounts } from '../modules/service-accounts/service-accounts.ts';
import type { Vendors } from '../vendors.ts';
import type { Foundation } from './foundation.ts';

/** Accounts, and every way to sign in. */
export async function createIdentityModules(
  foundation: Foundation,
  vendors: Pick<Vendors, 'sms' | 'recaptcha' | 'providers'>,
) {
  const { config, db, vault, limits, log, keyFor } = foundation;
  /** Processes whose clocks differ accept the tokens and codes of each other. */
  const clock = () => foundation.clock.now();
  const known = createKnownHashes({ vault });
  const drawPicture = createDrawPicture();
  const serviceAccounts = createServiceAccounts({
    db,
    audit: (tx, kind, detail) => identity.securityEvent(tx, null, kind, detail),
    projectId: config.identity.projectId,
    tokenUris: config.administration ? [config.administration.tokenUri] : [],
    clock,
  });
  const identity = createIdentity({
    db,
    vault,
    passwords: createPasswords({ concurrency: config.identity.hashConcurrency, known }),
    commonPasswords: loadCommonPasswords(),
    policies: createPasswordPolicies({ db, minLength: config.identity.minPasswordLength }),
    drawPicture,
    serviceAccountKey: serviceAccounts.publicKeyOf,
    config,
    clock,
  });
  const captcha = createCaptcha({
    db,
    key: await keyFor('captcha'),
    config: config.captcha,
    assessments: vendors.recaptcha,
    log,
    clock,
  });
  return {
    drawPicture,
    serviceAccounts,
    identity,
    captcha,
    /** Undefined: our own identity service stores the accounts. */
    hosted: config.identity.hosted && hostedTokens(config.identity.projectId, config.identity.hosted, clock),
    transfer: createTransfer({ db, known }),
    secondFactors: createSecondFactors({ db, vault, recoveryKey: await keyFor('recovery-codes'), clock }),
    passkeys: createPasskeys({ db, publicUrl: config.publicUrl, clock }),
    phone: createPhone({
      db,
      sms: vendors.sms,
      limits,
      captcha,
      codeKey: await keyFor('phone-code'),
      host: new URL(config.publicUrl).hostname,
      settings: { ...config.sms, resendSeconds: config.limits['text-pause-per-number'].seconds },
      log,
      clock,
    }),
    providers: createProviders({ db, vault, publicUrl: config.publicUrl, clients: vendors.providers, clock }),
  };
}

/** Accounts of Google's hosted identity service: its tokens, and the rows that mirror its accounts. */
const hostedTokens = (projectId: string, { keysUrl }: { keysUrl: URL }, clock: () => Date) => ({
  ...createHostedTokens({ keys: createIssuerKeys({ url: keysUrl }), projectId, clock }),
  isNews,
  mirror: mirrorAccount,
});
