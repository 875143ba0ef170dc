import { loadDataSettings } from '#src/config/config.ts';
import { type Db, openDatabase } from '#src/db/database.ts';
import { codeOf } from '#src/shared/errors.ts';
import { parseCommand, USAGE } from './ops/commands.ts';
import { OpsError } from './ops/ops-error.ts';
import { createSite, type Site } from './ops/site.ts';

/** The product's refusals, as messages for operators. */
const REFUSALS: Record<string, string> = {
  'order-not-refundable':
    'This order cannot be refunded: there is no money to return. It was never paid, or a dispute is open or lost (see "disputes"): the bank decides, and the payment vendor refuses refunds.',
  'refund-undecided':
    'A refund of this order names no line and may be for this one: it would be paid twice. See "order show", then "refund assign".',
  'invalid-input': 'The order has no such line, or the refund does not reach every line that was named.',
  'not-found': 'There is no such refund or difference, or it is already closed.',
  'wrong-state': 'Only a refund that failed can be closed by hand, and only one that names no line can be assigned.',
};

/** Codes of refusals with a readable message. */
const FOR_A_PERSON = new Set<string | undefined>([
  'catalogue-error',
  'password-policy-error',
  'config-error',
  'startup-error',
]);

/** Runs one command. The application does the work, so retries and refunds need a running application. */
async function main(line: string[]): Promise<number> {
  const command = parseCommand(line);
  if (!command) {
    process.stderr.write(USAGE);
    return 2;
  }
  try {
    const site = createSite(loadDataSettings(process.env), {
      env: process.env,
      progress: (line) => void process.stderr.write(`${line}\n`),
    });
    const { lines, exitCode } = await command.run(site, (work) => withDatabase(site, work));
    process.stdout.write(`${lines.join('\n')}\n`);
    return exitCode;
  } catch (error) {
    const { message } = error as Error;
    const isForPerson = error instanceof OpsError || FOR_A_PERSON.has(codeOf(error));
    const refusal = isForPerson ? message : REFUSALS[codeOf(error) ?? ''];
    if (!refusal) throw error;
    process.stderr.write(`${refusal}\n`);
    return 1;
  }
}

async function withDatabase<T>(site: Site, work: (db: Db) => Promise<T>): Promise<T> {
  const database = openDatabase(await site.databaseUrl(), { max: 4, onError: () => undefined });
  try {
    return await work(database.db);
  } finally {
    await database.close();
  }
}

process.exitCode = await main(process.argv.slice(2));
