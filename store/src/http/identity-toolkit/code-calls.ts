import { isAuthorizedPage } from '../../shared/authorized-domains.ts';
import type { Call, Endpoint, ToolkitPorts } from './call.ts';
import { proofOf } from './proof.ts';
import { secondFactor } from './presenters.ts';
import { read, resetPasswordRequest, sendOobCodeRequest } from './requests.ts';
import { WireError } from './wire-error.ts';

/** Calls that mail codes and inspect them. */
export function createCodeCalls(ports: ToolkitPorts): Record<string, Endpoint> {
  return {
    'POST v1/accounts:sendOobCode': (call) => sendOobCode(ports, call),
    'POST v1/accounts:resetPassword': (call) => resetPassword(ports, call),
  };
}

async function sendOobCode(ports: ToolkitPorts, call: Call) {
  const { fields, locale, caller } = call;
  const { requestType, idToken, email = '', newEmail = '', ...request } = read(sendOobCodeRequest, fields);
  const { continueUrl, linkDomain } = request;
  if (requestType === undefined) throw new WireError('MISSING_REQ_TYPE');
  checkLinkDomain(linkDomain, ports.config);
  const { requestLink } = ports.flows;
  const from = () => ({
    locale,
    address: caller.address,
    continueUrl: checkedContinueUrl(continueUrl, ports.config),
  });

  switch (requestType) {
    case 'PASSWORD_RESET':
      return sent(await requestLink.passwordReset({ ...from(), email, proof: proofOf(call) }));
    case 'EMAIL_SIGNIN':
      return sent(await requestLink.signIn({ ...from(), email, proof: proofOf(call) }));
    case 'VERIFY_EMAIL':
      return sent(await requestLink.verifyEmail({ ...from(), idToken: needed(idToken) }));
    case 'VERIFY_AND_CHANGE_EMAIL':
      if (newEmail === '') throw new WireError('MISSING_NEW_EMAIL');
      return sent(await requestLink.changeEmail({ ...from(), idToken: needed(idToken), newEmail }));
    default:
      throw new WireError('INVALID_REQ_TYPE');
  }
}

function sent({ email, newEmail }: { email: string | null; newEmail?: string }) {
  return {
    kind: 'identitytoolkit#GetOobConfirmationCodeResponse',
    ...(email === null ? {} : { email }),
    ...(newEmail === undefined ? {} : { newEmail }),
  };
}

function needed(idToken: string | undefined): string {
  if (idToken === undefined) throw new WireError('MISSING_ID_TOKEN');
  return idToken;
}

/** The domain of the link itself: mailed links lead to PUBLIC_URL alone. */
export function checkLinkDomain(linkDomain: string | undefined, { publicUrl }: { publicUrl: string }): void {
  const { host, hostname } = new URL(publicUrl);
  const given = linkDomain?.toLowerCase() || host;
  if (given !== host && given !== hostname)
    throw new WireError('INVALID_HOSTING_LINK_DOMAIN : Links lead to the domain of PUBLIC_URL.');
}

/**
 * The final target of a mailed link. Only our own domains are allowed, because the link would otherwise be an open
 * redirect.
 */
export function checkedContinueUrl(
  continueUrl: string | undefined,
  { publicUrl, identity }: { publicUrl: string; identity: { authorizedDomains: readonly string[] } },
): string | undefined {
  if (continueUrl === undefined || continueUrl === '') return undefined;
  const url = URL.parse(continueUrl);
  if (!url || !/^https?:$/.test(url.protocol))
    throw new WireError('INVALID_CONTINUE_URI : The continue URL must be absolute, with http or https.');
  if (!isAuthorizedPage(url, { domains: identity.authorizedDomains, publicUrl }))
    throw new WireError('UNAUTHORIZED_DOMAIN : Domain not allowlisted by project');
  return url.href;
}

/** Inspects a code of any kind, or sets a password with one. */
async function resetPassword({ identity, flows }: ToolkitPorts, { fields, caller }: Call) {
  const { oobCode, newPassword } = read(resetPasswordRequest, fields);
  if (oobCode === undefined || oobCode === '') throw new WireError('MISSING_OOB_CODE');
  const kind = 'identitytoolkit#ResetPasswordResponse';
  if (newPassword !== undefined) {
    const done = await flows.resetPassword({ code: oobCode, newPassword, address: caller.address });
    return { kind, requestType: done.kind, email: done.email };
  }
  const facts = await flows.withCodeTry(caller.address, () => identity.inspectCode(oobCode));
  // A sign-in link must not reveal its address: the holder must know the address, too.
  if (facts.kind === 'EMAIL_SIGNIN') return { kind, requestType: facts.kind };
  const account = facts.factorId === null ? null : await identity.account(facts.accountId!);
  const factor = account?.secondFactors.find(({ id }) => id === facts.factorId);
  if (facts.factorId !== null && !factor) throw new WireError('INVALID_OOB_CODE');
  return {
    kind,
    requestType: facts.kind,
    email: facts.email,
    ...(factor && { mfaInfo: secondFactor(factor) }),
    ...(facts.newEmail === null ? {} : { newEmail: facts.newEmail }),
  };
}
