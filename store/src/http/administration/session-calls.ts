import type { LinkRequest } from '../../flows/administration/make-link.ts';
import { checkedContinueUrl, checkLinkDomain } from '../identity-toolkit/code-calls.ts';
import { userInfo } from '../identity-toolkit/presenters.ts';
import { read } from '../identity-toolkit/requests.ts';
import { invalidArgument, WireError } from '../identity-toolkit/wire-error.ts';
import type { AdminCall, AdminEndpoint, AdminPorts } from './admin-call.ts';
import { cookieRequest, linkRequest, queryRequest } from './requests.ts';

/** Links and session cookies for back ends, and the list of accounts. */
export function createSessionCalls(ports: AdminPorts): Record<string, AdminEndpoint> {
  return {
    'POST v1/projects/{p}/accounts:sendOobCode': (call) => makeLink(ports, call),
    'POST v1/projects/{p}:createSessionCookie': (call) => createSessionCookie(ports, call),
    'POST v1/projects/{p}/accounts:query': (call) => query(ports, call),
  };
}

const KINDS: ReadonlySet<string> = new Set<LinkRequest['kind']>([
  'PASSWORD_RESET',
  'EMAIL_SIGNIN',
  'VERIFY_EMAIL',
  'VERIFY_AND_CHANGE_EMAIL',
]);

async function makeLink({ administration, config, identity }: AdminPorts, { fields, by, locale }: AdminCall) {
  const { requestType, idToken, email, newEmail = '', ...rest } = read(linkRequest, fields);
  const { continueUrl, linkDomain, returnOobLink } = rest;
  if (requestType === undefined) throw new WireError('MISSING_REQ_TYPE');
  if (!KINDS.has(requestType)) throw new WireError('INVALID_REQ_TYPE');
  checkLinkDomain(linkDomain, config);
  const request = {
    by,
    kind: requestType as LinkRequest['kind'],
    email: email ?? (idToken === undefined ? '' : await addressOf(identity, idToken)),
    newEmail,
    continueUrl: checkedContinueUrl(continueUrl, config),
    locale,
  };
  const made = returnOobLink ? await administration.links.answer(request) : await administration.links.mail(request);
  return {
    kind: 'identitytoolkit#GetOobConfirmationCodeResponse',
    email: made.email,
    ...(made.newEmail === null ? {} : { newEmail: made.newEmail }),
    ...(made.code === null ? {} : { oobCode: made.code, oobLink: made.link }),
  };
}

/** An account may be identified by one of its ID tokens instead of its address. */
async function addressOf(identity: AdminPorts['identity'], idToken: string): Promise<string> {
  return (await identity.accountOfIdToken(idToken)).account.email ?? '';
}

/** Five minutes to two weeks (reference, section 4). */
const COOKIE_SECONDS = { least: 300, most: 1_209_600 };

async function createSessionCookie({ administration }: AdminPorts, { fields, by }: AdminCall) {
  const { idToken, validDuration } = read(cookieRequest, fields);
  if (idToken === undefined || idToken === '') throw new WireError('MISSING_ID_TOKEN');
  const seconds = validDuration === undefined ? COOKIE_SECONDS.most : wholeNumber(validDuration);
  if (seconds === null || seconds < COOKIE_SECONDS.least || seconds > COOKIE_SECONDS.most)
    throw new WireError('INVALID_DURATION');
  return { sessionCookie: await administration.makeSessionCookie({ by, idToken, seconds }) };
}

const SORTED_BY = ['USER_ID', 'NAME', 'CREATED_AT', 'LAST_LOGIN_AT', 'USER_EMAIL'] as const;
const MAX_PER_PAGE = 500;

/**
 * Accounts with an e-mail address, number or identifier, or a page of all of them; `returnUserInfo: false` only counts
 * them.
 */
async function query({ identity }: AdminPorts, { fields }: AdminCall) {
  const { expression, returnUserInfo = true, ...page } = read(queryRequest, fields);
  const { administration } = identity;
  if (expression && expression.length > 0) {
    const found = await administration.find({
      localIds: expression.flatMap(({ userId }) => userId ?? []),
      emails: expression.flatMap(({ email }) => email ?? []),
      phoneNumbers: expression.flatMap(({ phoneNumber }) => phoneNumber ?? []),
    });
    const recordsCount = String(found.length);
    return returnUserInfo ? { recordsCount, userInfo: found.map(userInfo) } : { recordsCount };
  }
  if (!returnUserInfo) return { recordsCount: String(await administration.count()) };
  const accounts = await administration.page({
    limit: within(page.limit ?? String(MAX_PER_PAGE), 'limit', MAX_PER_PAGE),
    offset: within(page.offset ?? '0', 'offset', 1_000_000),
    sortBy: SORTED_BY.find((each) => each === page.sortBy) ?? 'USER_ID',
    descending: page.order === 'DESC',
  });
  return { recordsCount: String(accounts.length), userInfo: accounts.map(userInfo) };
}

function within(text: string, name: string, most: number): number {
  const value = wholeNumber(text);
  if (value === null || value > most) throw invalidArgument(`Invalid value for ${name}.`);
  return value;
}

function wholeNumber(text: string): number | null {
  return /^\d{1,9}$/.test(text) ? Number(text) : null;
}
