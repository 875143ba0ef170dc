import { createBlockingHook } from '../adapters/blocking-hook.ts';
import { createFetchPicture } from '../adapters/fetch-picture.ts';
import { createForgetLater } from '../flows/account/delete-account.ts';
import { createExportAccount } from '../flows/account/export-account.ts';
import { createFetchPhoto, createQueuePhoto } from '../flows/account/fetch-photo.ts';
import { createLinkProvider } from '../flows/account/link-provider.ts';
import { createAdministrationFlows } from '../flows/administration/administration-flows.ts';
import { createIdentityFlows } from '../flows/signing-in/identity-flows.ts';
import { createSignInWithProvider } from '../flows/signing-in/sign-in-with-provider.ts';
import { createVerifyHostedToken } from '../flows/signing-in/verify-hosted-token.ts';
import { createPolicyDesk } from '../modules/password-policy/desk.ts';
import { modeFacts } from '../shared/mode.ts';
import { silencedHook } from '../telemetry/vendor-calls.ts';
import { deviceText } from './desk.ts';
import type { Modules } from './modules.ts';

/** Signing in, the account, and what administrators do to accounts. */
export function createAccountFlows(modules: Modules) {
  const { config, db, identity, hosted } = modules;
  const identityFlows = createIdentityFlows({
    ...modules,
    enumerationProtection: config.identity.enumerationProtection,
    blocking: config.blocking && {
      hook: silencedHook(createBlockingHook(config.blocking), modules.quiet),
      onFailure: config.blocking.onFailure,
    },
  });
  const { admission, startSession, claimAddress, removeAccount, personalRecords } = identityFlows;
  const queuePhoto = createQueuePhoto(modules);
  return {
    identity: hosted ? { ...identity, verifyIdToken: createVerifyHostedToken({ ...modules, hosted }) } : identity,
    identityFlows,
    administration: createAdministrationFlows({ ...modules, removeAccount, policyDesk: createPolicyDesk({ db }) }),
    signInWithProvider: createSignInWithProvider({
      ...modules,
      admission,
      startSession,
      claimAddress,
      queuePhoto,
    }),
    linkProvider: createLinkProvider({ ...modules, queuePhoto }),
    fetchPhoto: createFetchPhoto({
      ...modules,
      fetchPicture: createFetchPicture({ allowLoopback: modeFacts(config.mode).isLocal }),
    }),
    exportAccount: createExportAccount({
      ...modules,
      publicUrl: config.publicUrl,
      deviceText,
      personalRecords,
    }),
    forgetLater: createForgetLater(modules),
  };
}
