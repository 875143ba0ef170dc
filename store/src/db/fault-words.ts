import { codeOf } from '../shared/errors.ts';
import { AddressError } from './address.ts';

/** Faults of a connection to PostgreSQL: of the network, of name look-ups, and of its server (SQLSTATE). */
const DATABASE_FAULTS: Record<string, string> = {
  ECONNREFUSED: 'nothing listens at its address',
  ECONNRESET: 'it closed the connection',
  EPIPE: 'it closed the connection',
  ETIMEDOUT: 'no answer in time',
  EHOSTUNREACH: 'its machine can not be reached',
  ENETUNREACH: 'its machine can not be reached',
  ENOTFOUND: 'there is no machine with this name',
  EAI_AGAIN: 'its name can not be looked up',
  '28000': 'it refuses this user',
  '28P01': 'the password is wrong',
  '3D000': 'there is no such database',
  '42P01': 'it has no tables of the store yet (the first start makes them)',
  '42703': 'its tables are of another version of the store',
  '42501': 'this user may not do that',
  '53300': 'all of its connections are in use',
  '57014': 'it took too long',
  '57P01': 'it is stopping',
  '57P03': 'it is starting or stopping',
  '25006': 'it is read-only: name the primary server',
};
/** Errors that hide their cause in their message: the pool's, and those of a library. */
const DATABASE_MESSAGES = /timeout exceeded when trying to connect|Connection terminated|Query read timeout/;

/** Faults that no waiting mends, with their remedies: another start meets them again. */
const LASTING_FAULTS: Record<string, string> = {
  '28000': 'Check the user in DATABASE_URL, and the pg_hba.conf of the server.',
  '28P01': 'Check the user and the password in DATABASE_URL.',
  '3D000': 'Create it, or name another one in DATABASE_URL.',
  '42501': 'Give it the rights that docs/operations.md names (An external PostgreSQL).',
};
const CHECK_ALL = 'Check DATABASE_URL, and that PostgreSQL runs.';
/** The driver's words, without a code, for an address without a password. */
const NO_PASSWORD = /client password must be a/;

type DatabaseFault = { says: string; remedy: string; isLasting: boolean };

/** What is wrong with the database, as a sentence for an operator; undefined for any other error. */
export function databaseSentence(error: unknown): string | undefined {
  const fault = findFault(error);
  return fault && sentenceOf(fault);
}

/** What is wrong with the database in a few words, without the remedy; undefined for any other error. */
export const databaseFaultOf = (error: unknown): string | undefined => findFault(error)?.says;

/** The sentence for a fault that a person must mend, and that another start would meet again; undefined for others. */
export function lastingDatabaseFault(error: unknown): string | undefined {
  const fault = findFault(error);
  return fault?.isLasting ? sentenceOf(fault) : undefined;
}

const sentenceOf = ({ says, remedy }: DatabaseFault) => `The database: ${says}. ${remedy}`;

function findFault(error: unknown): DatabaseFault | undefined {
  const passing = (says: string) => ({ says, remedy: CHECK_ALL, isLasting: false });
  for (const each of causesOf(error)) {
    if (each instanceof AddressError) return { says: each.says, remedy: `${each.advice}.`, isLasting: false };
    const { syscall, message = '' } = each as { syscall?: string; message?: string };
    const code = codeOf(each) ?? '';
    const says = DATABASE_FAULTS[code];
    const remedy = LASTING_FAULTS[code];
    if (says !== undefined) return remedy === undefined ? passing(says) : { says, remedy, isLasting: true };
    if (syscall === 'connect') return passing(`it can not be reached (${code})`);
    if (NO_PASSWORD.test(message))
      return { says: 'it asks for a password', remedy: 'Put one into DATABASE_URL.', isLasting: true };
    if (DATABASE_MESSAGES.test(message)) return passing('no answer in time');
  }
  return undefined;
}

/** The error, what caused it, and the errors that it joins. */
export function causesOf(error: unknown): object[] {
  if (typeof error !== 'object' || error === null) return [new Error(String(error))];
  const { cause, errors } = error as { cause?: unknown; errors?: unknown };
  return [
    error,
    ...(cause === undefined ? [] : causesOf(cause)),
    ...(Array.isArray(errors) ? errors.flatMap(causesOf) : []),
  ];
}
