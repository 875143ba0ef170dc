import * as z from 'zod';
import type { DepartingAccount } from '../../modules/identity/transfer/transfer.ts';
import { userInfo } from '../identity-toolkit/presenters.ts';
import { type Fields, read, wireBoolean, wireText } from '../identity-toolkit/requests.ts';
import { invalidArgument, WireError } from '../identity-toolkit/wire-error.ts';
import type { AdminCall, AdminEndpoint, AdminPorts } from './admin-call.ts';

/** Calls of an administrator about many accounts: import, listing (export) and deletion. */
export function createBatchCalls(ports: AdminPorts): Record<string, AdminEndpoint> {
  return {
    'POST v1/projects/{p}/accounts:batchCreate': (call) => batchCreate(ports, call),
    'GET v1/projects/{p}/accounts:batchGet': (call) => batchGet(ports, call),
    'POST v1/projects/{p}/accounts:batchDelete': (call) => batchDelete(ports, call),
  };
}

/** Maximum accounts per call. */
const MAX_ACCOUNTS = 1_000;

const createRequest = z.object({
  users: z.array(z.record(z.string(), z.unknown())).nullish(),
  sanityCheck: wireBoolean,
});

async function batchCreate({ administration }: AdminPorts, { fields, by }: AdminCall) {
  const { users, sanityCheck } = read(createRequest, fields);
  if (!users || users.length === 0) throw new WireError('MISSING_USER_ACCOUNT');
  if (users.length > MAX_ACCOUNTS) throw new WireError('MAXIMUM_USER_COUNT_EXCEEDED');
  refuseDuplicates(users, sanityCheck);
  const result = await administration.importAccounts({ rows: users, hashes: fields, by });
  if ('unusable' in result) throw invalidArgument(result.unusable);
  return {
    kind: 'identitytoolkit#UploadAccountResponse',
    ...(result.refused.length > 0 && { error: result.refused }),
    // Ours: clients that do not know the field still find it in the audit log.
    ...(result.leftOut.length > 0 && { leftOut: result.leftOut }),
  };
}

/** Errors of the batch as a whole, in the hosted service's words. */
function refuseDuplicates(users: readonly Fields[], sanityCheck: boolean): void {
  const firstTwice = (values: readonly unknown[]) =>
    values.find((value, index) => value !== undefined && value !== null && values.indexOf(value) < index);
  const localId = firstTwice(users.map((user) => user.localId));
  if (localId !== undefined) throw new WireError(`DUPLICATE_LOCAL_ID : ${String(localId)}`);
  if (!sanityCheck) return;
  const email = firstTwice(users.map((user) => user.email));
  if (email !== undefined) throw new WireError(`DUPLICATE_EMAIL : ${String(email)}`);
  const links = users.flatMap(({ providerUserInfo }) =>
    Array.isArray(providerUserInfo) ? (providerUserInfo as Fields[]) : [],
  );
  const rawId = firstTwice(
    links.map((link) => `Provider id(${String(link?.providerId)}), Raw id(${String(link?.rawId)})`),
  );
  if (rawId !== undefined) throw new WireError(`DUPLICATE_RAW_ID : ${String(rawId)}`);
}

const getRequest = z.object({
  maxResults: z.coerce.number().int().min(0).optional(),
  nextPageToken: wireText(512),
});
const USUAL_PAGE = 20;

/** Ordered by identifier; a full page always has a token for the next one. */
async function batchGet({ transfer }: AdminPorts, { query }: AdminCall) {
  const { maxResults, nextPageToken = '' } = read(getRequest, query);
  const limit = Math.min(maxResults || USUAL_PAGE, MAX_ACCOUNTS);
  const after = Buffer.from(nextPageToken, 'base64url').toString();
  if (!after.isWellFormed() || after.includes('\0')) throw new WireError('INVALID_PAGE_SELECTION');
  const page = await transfer.page({ after, limit });
  const last = page.at(-1)?.account.localId;
  return {
    kind: 'identitytoolkit#DownloadAccountResponse',
    ...(page.length > 0 && { users: page.map(departing) }),
    ...(page.length === limit && last !== undefined && { nextPageToken: Buffer.from(last).toString('base64url') }),
  };
}

/** An account with its real password hash, for an export. */
function departing({ account, password }: DepartingAccount) {
  return {
    ...userInfo(account),
    ...(password && { passwordHash: password.hash.toString('base64url'), salt: password.salt.toString('base64url') }),
  };
}

const deleteRequest = z.object({ localIds: z.array(z.string().max(128)).nullish(), force: wireBoolean });

async function batchDelete({ administration }: AdminPorts, { fields, by }: AdminCall) {
  const { localIds, force } = read(deleteRequest, fields);
  if (!localIds || localIds.length === 0 || localIds.length > MAX_ACCOUNTS)
    throw new WireError('LOCAL_ID_LIST_EXCEEDS_LIMIT');
  const kept = await administration.deleteAccounts({ localIds, force, by });
  if (kept.length === 0) return {};
  const message = 'NOT_DISABLED : Disable the account before batch deletion.';
  return { errors: kept.map((localId) => ({ index: localIds.indexOf(localId), localId, message })) };
}
