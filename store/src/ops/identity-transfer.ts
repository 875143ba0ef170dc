import { createReadStream } from 'node:fs';
import { type FileHandle, open, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Desk } from '../flows/desk/desk.ts';
import { fingerprintOfKey, HashError, type HashOptions, OWN_HASHES } from '../modules/identity/passwords/passwords.ts';
import {
  ALREADY_THERE,
  type DepartingAccount,
  UploadError,
  type UploadedAccount,
} from '../modules/identity/transfer/transfer.ts';
import type { Acting } from '../shared/operator.ts';
import { isKnownTime } from '../shared/unknown-time.ts';
import { JsonError, jsonObjects } from './json-objects.ts';
import { OpsError } from './ops-error.ts';
import type { Report } from './report.ts';

const hashFlag = <T extends string>(help: T) =>
  ({ type: 'string', help, says: 'as for `firebase auth:import`' }) as const;

/** The hash parameters of a file's passwords: the options of `firebase auth:import`. */
export const HASH_FLAGS = {
  'hash-algo': hashFlag('NAME'),
  'hash-key': hashFlag('BASE64|@FILE'),
  'salt-separator': hashFlag('BASE64'),
  rounds: hashFlag('N'),
  'mem-cost': hashFlag('N'),
  parallelization: hashFlag('N'),
  'block-size': hashFlag('N'),
  'dk-len': hashFlag('N'),
  'hash-input-order': hashFlag('SALT_FIRST|PASSWORD_FIRST'),
} as const;
export type HashFlags = Partial<Record<keyof typeof HASH_FLAGS, string>>;

/** The maximum of `accounts:batchCreate`. */
const BATCH = 1_000;
/** The number of printed reasons. The report file has all of them. */
const MOST_PRINTED = 20;

/** The hash parameters in our files, besides the accounts. */
type HashHeader = Partial<HashOptions> & { hashAlgorithm: string; signerKeyFingerprint?: string };

type Moves = Desk['transfer'];
type Progress = (line: string) => void;

/** Imports accounts from files of `firebase auth:export`, and exports them to such files. */
export const createTransferCommands = ({ transfer }: Pick<Desk, 'transfer'>, progress: Progress, report: Report) => ({
  /** An interrupted run can be repeated: existing accounts are not changed. */
  import: (file: string, flags: HashFlags, acting: Acting) => importFile({ transfer, progress }, file, flags, acting),
  /** One file for accounts without a password or with our hash, and one for each other hash algorithm. */
  export: (file: string, acting: Acting) => exportFile({ transfer, report }, file, acting),
});

type Batch = { row: UploadedAccount | null; localId: string; refusal?: string }[];

async function importFile(
  { transfer, progress }: { transfer: Moves; progress: Progress },
  file: string,
  flags: HashFlags,
  acting: Acting,
): Promise<string[]> {
  const { hashWriter, read } = await transfer.open();
  const reports = openReports(file);
  const given = await optionsOf(flags);
  let writeHash = given && usable(() => hashWriter(given));
  let batch: Batch = [];
  const flush = async () => {
    const refused = await transfer.import(
      batch.map(({ row }) => row),
      acting,
    );
    for (const { index, message } of refused) batch[index]!.refusal = message;
    await reports.add(batch);
    batch = [];
    progress(reports.soFar());
  };
  try {
    for await (const { key, text } of jsonObjects(createReadStream(file, { encoding: 'utf8' }))) {
      if (key === 'hash' && !writeHash) {
        const options = await headerOf(JSON.parse(text) as HashHeader, flags);
        writeHash = usable(() => hashWriter(options));
      }
      if (key !== 'users') continue;
      batch.push(readRow(text, (row) => read(row, writeHash)));
      if (batch.length === BATCH) await flush();
    }
    if (batch.length > 0) await flush();
  } catch (error) {
    if (error instanceof JsonError || error instanceof SyntaxError)
      throw new OpsError(
        `${error.message} ${reports.count.made} accounts are imported. Run it again with a complete file.`,
      );
    throw error;
  } finally {
    await reports.close();
  }
  return reports.lines();
}

function readRow(text: string, read: (row: unknown) => UploadedAccount): Batch[number] {
  const value = JSON.parse(text) as { localId?: unknown };
  const localId = String(value.localId ?? '').slice(0, 128);
  try {
    return { row: read(value), localId };
  } catch (error) {
    if (error instanceof UploadError) return { row: null, localId, refusal: error.message };
    throw error;
  }
}

/** The counts of an import, and its report files. */
function openReports(file: string) {
  const refusals = openReport(`${file}.refused.jsonl`, 'Every refused row with its reason');
  const leftOut = openReport(`${file}.left-out.jsonl`, 'Every account with what was left out of its row');
  const count = { rows: 0, made: 0, there: 0, refused: 0 };
  return {
    count,
    async add(batch: Batch): Promise<void> {
      for (const { row, localId, refusal } of batch) {
        count.rows += 1;
        if (refusal === undefined) count.made += 1;
        else if (refusal === ALREADY_THERE) count.there += 1;
        else {
          count.refused += 1;
          await refusals.add({ row: count.rows, localId, reason: refusal });
          continue;
        }
        // Existing accounts too, so that the file of a repeated import is complete.
        for (const reason of row?.leftOut ?? []) await leftOut.add({ row: count.rows, localId, reason });
      }
    },
    soFar: () => `${count.rows} rows: ${count.made} new, ${count.there} there already, ${count.refused} refused`,
    lines: () => [
      `${count.rows} rows: ${count.made} accounts created, ${count.there} unchanged because they exist, ${count.refused} refused.`,
      ...leftOut.lines(),
      ...refusals.lines(),
    ],
    async close() {
      await refusals.close();
      await leftOut.close();
    },
  };
}

async function exportFile(
  { transfer, report }: { transfer: Moves; report: Report },
  file: string,
  acting: Acting,
): Promise<string[]> {
  const moving = await transfer.open();
  const files = new Map([[JSON.stringify(OWN_HASHES), await createUserFile(file, OWN_HASHES)]]);
  let apps = 0;
  try {
    await transfer.recordExport(acting);
    for (let after: string | undefined = ''; after !== undefined;) {
      const from = after;
      const page: DepartingAccount[] = await report((on) => moving.page({ after: from, limit: BATCH }, on));
      for (const departing of page) {
        apps += departing.account.secondFactors.filter(({ kind }) => kind === 'totp').length;
        (await fileFor(files, file, departing)).add(userOf(departing));
      }
      for (const each of files.values()) await each.flush();
      after = page.length < BATCH ? undefined : page.at(-1)!.account.localId;
    }
  } finally {
    for (const each of files.values()) await each.close();
  }
  return [
    ...[...files.values()].map((each) => `${each.name}: ${each.count()} accounts, hashes ${each.hashes}`),
    ...(apps > 0 ? [`${apps} authenticator apps are skipped: the file format has no field for them.`] : []),
  ];
}

/** The file for the hash algorithm of an account, beside `file`. */
async function fileFor(files: Map<string, UserFile>, file: string, { password }: DepartingAccount): Promise<UserFile> {
  const header: HashHeader = password
    ? { ...password.options, ...(password.keyFingerprint && { signerKeyFingerprint: password.keyFingerprint }) }
    : OWN_HASHES;
  const name = JSON.stringify(header);
  const { dir, name: base, ext } = path.parse(file);
  const besides = path.join(dir, `${base}.${header.hashAlgorithm}-${files.size}${ext}`);
  const found = files.get(name) ?? (await createUserFile(besides, header));
  files.set(name, found);
  return found;
}

type UserFile = Awaited<ReturnType<typeof createUserFile>>;

/** A new file that only this user can read. Fails when it exists. */
async function createUserFile(name: string, header: HashHeader) {
  const handle = await openNew(name);
  let count = 0;
  let waiting = `{"hash":${JSON.stringify(header)},\n"users":[`;
  const flush = async () => {
    const text = waiting;
    waiting = '';
    await handle.writeFile(text);
  };
  return {
    name,
    hashes: header.signerKeyFingerprint
      ? `${header.hashAlgorithm} with the signer key ${header.signerKeyFingerprint}, which you have`
      : header.hashAlgorithm,
    count: () => count,
    add(user: object) {
      waiting += `${count === 0 ? '' : ','}\n${JSON.stringify(user)}`;
      count += 1;
    },
    flush,
    async close() {
      waiting += '\n]}\n';
      await flush();
      await handle.close();
    },
  };
}

async function openNew(name: string): Promise<FileHandle> {
  try {
    return await open(name, 'wx', 0o600);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') throw new OpsError(`${name} is there already.`);
    throw new OpsError(`${name} can't be written: ${(error as Error).message}`);
  }
}

/** JSON lines about single rows. The first one creates the file. */
function openReport(name: string, title: string) {
  const reasons = new Map<string, number>();
  let handle: FileHandle | undefined;
  return {
    async add(line: { row: number; localId: string; reason: string }): Promise<void> {
      handle ??= await open(name, 'w', 0o600);
      await handle.writeFile(`${JSON.stringify(line)}\n`);
      reasons.set(line.reason, (reasons.get(line.reason) ?? 0) + 1);
    },
    lines: () => [
      ...[...reasons].slice(0, MOST_PRINTED).map(([reason, n]) => `  ${n}: ${reason}`),
      ...(reasons.size > 0 ? [`${title}: ${name}`] : []),
    ],
    close: async () => handle?.close(),
  };
}

/** A user in the format of `firebase auth:export`. */
function userOf({ account, password }: DepartingAccount) {
  const phones = account.secondFactors.filter(({ kind }) => kind === 'phone');
  return {
    localId: account.localId,
    email: account.email ?? undefined,
    emailVerified: account.emailVerified,
    passwordHash: password?.hash.toString('base64'),
    salt: password?.salt.toString('base64'),
    displayName: account.displayName ?? undefined,
    photoUrl: account.photoUrl ?? undefined,
    lastSignedInAt: isKnownTime(account.lastLoginAt) ? String(account.lastLoginAt.getTime()) : undefined,
    createdAt: String(account.createdAt.getTime()),
    phoneNumber: account.phoneNumber ?? undefined,
    disabled: account.disabled,
    customAttributes: account.customAttributes ? JSON.stringify(account.customAttributes) : undefined,
    mfaInfo:
      phones.length === 0
        ? undefined
        : phones.map(({ wireId, displayName, phoneNumber, enrolledAt }) => ({
            mfaEnrollmentId: wireId,
            displayName: displayName ?? undefined,
            phoneInfo: phoneNumber,
            enrolledAt: isKnownTime(enrolledAt) ? enrolledAt.toISOString() : undefined,
          })),
    providerUserInfo: account.providers.map(({ provider, rawId, email, displayName }) => ({
      providerId: provider,
      rawId,
      email: email ?? undefined,
      displayName: displayName ?? undefined,
    })),
  };
}

/** An invalid hash option is reported to the operator. */
function usable<T>(make: () => T): T {
  try {
    return make();
  } catch (error) {
    if (error instanceof HashError) throw new OpsError(`The hash options can't be used: ${error.message}`);
    throw error;
  }
}

/** Base64, or @ and the name of a file with it, because other users of the machine can read a command line. */
async function keyOf(given: string): Promise<string> {
  return given.startsWith('@') ? (await readFile(given.slice(1), 'utf8')).trim() : given;
}

async function optionsOf(flags: HashFlags): Promise<HashOptions | null> {
  const algorithm = flags['hash-algo']?.toUpperCase();
  if (algorithm === undefined) return null;
  const cost = flags['mem-cost'];
  const order = flags['hash-input-order']?.toUpperCase();
  return {
    hashAlgorithm: algorithm,
    ...(flags['hash-key'] !== undefined && { signerKey: await keyOf(flags['hash-key']) }),
    ...(flags['salt-separator'] !== undefined && { saltSeparator: flags['salt-separator'] }),
    ...(flags.rounds !== undefined && { rounds: flags.rounds }),
    ...(cost !== undefined && { [algorithm === 'STANDARD_SCRYPT' ? 'cpuMemCost' : 'memoryCost']: cost }),
    ...(flags.parallelization !== undefined && { parallelization: flags.parallelization }),
    ...(flags['block-size'] !== undefined && { blockSize: flags['block-size'] }),
    ...(flags['dk-len'] !== undefined && { dkLen: flags['dk-len'] }),
    ...(order !== undefined && {
      passwordHashOrder: order === 'SALT_FIRST' ? 'SALT_AND_PASSWORD' : 'PASSWORD_AND_SALT',
    }),
    // The options are strings. Their reader converts or refuses them.
  } as unknown as HashOptions;
}

/** The hash parameters in one of our files, with the signer key, which the file does not contain. */
async function headerOf({ signerKeyFingerprint, ...options }: HashHeader, flags: HashFlags): Promise<HashOptions> {
  if (signerKeyFingerprint === undefined) return options as HashOptions;
  const given = flags['hash-key'];
  if (given === undefined)
    throw new OpsError(`The file needs --hash-key: the signer key with the fingerprint ${signerKeyFingerprint}.`);
  const signerKey = await keyOf(given);
  if (fingerprintOfKey(signerKey) !== signerKeyFingerprint)
    throw new OpsError('--hash-key is not the signer key of this file.');
  return { ...options, signerKey } as HashOptions;
}
