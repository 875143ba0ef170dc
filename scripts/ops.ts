import { openDatabase } from '#src/db/database.ts';
import { embeddedUrl } from '#src/db/embedded/supervisor.ts';
import { loadDataSettings } from '#src/config.ts';
import { codeOf } from '#src/shared/errors.ts';
import { createDesks, parseCommand, USAGE } from './ops/commands.ts';
import { OpsError } from './ops/ops-error.ts';

/** What the product refuses, in the words of the person on call. */
const REFUSALS: Record<string, string> = {
  'order-not-refundable':
    'This order can not be refunded: it holds no money. It was never paid, or a dispute is open or lost (see "disputes"): the bank decides, and the payment vendor refuses refunds.',
  'not-found': 'There is no such refund or difference, or it is closed already.',
  'wrong-state': 'Only a refund that failed can be closed by hand.',
};

/** Codes of refusals whose message is written for a person. */
const FOR_A_PERSON = new Set<string | undefined>(['catalogue-refusal', 'password-policy-refusal']);

/** Runs one command; the application does the work, so it has to be running for retries and refunds to go through. */
async function main(line: string[]): Promise<number> {
  const command = parseCommand(line);
  if (!command) {
    process.stderr.write(USAGE);
    return 2;
  }
  const settings = loadDataSettings(process.env);
  const { databaseUrl, dataDir } = settings;
  const url = databaseUrl?.href ?? (await embeddedUrl(dataDir));
  if (!url) {
    process.stderr.write('The embedded database is not running: start the application first, or set DATABASE_URL.\n');
    return 1;
  }
  const database = openDatabase(url, { max: 4, onError: () => undefined });
  try {
    const lines = await command.run(
      createDesks(database.db, (progress) => process.stderr.write(`${progress}\n`), settings),
    );
    process.stdout.write(`${lines.join('\n')}\n`);
    return 0;
  } catch (error) {
    const { message } = error as Error;
    const isForPerson = error instanceof OpsError || FOR_A_PERSON.has(codeOf(error));
    const refusal = isForPerson ? message : REFUSALS[codeOf(error) ?? ''];
    if (!refusal) throw error;
    process.stderr.write(`${refusal}\n`);
    return 1;
  } finally {
    await database.close();
  }
}

process.exitCode = await main(process.argv.slice(2));
