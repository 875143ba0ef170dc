import { openDatabase } from '../src/db/database.ts';
import { embeddedUrl } from '../src/db/embedded/supervisor.ts';
import { loadDataSettings } from '../src/config.ts';
import { codeOf } from '../src/shared/errors.ts';
import { isUuid } from '../src/shared/ids.ts';
import { createDesk } from './ops/desk.ts';

const USAGE = `npm run ops -- COMMAND

  order show ID      everything about one order (ID: its id or its eight-character number)
  order retry ID     look at payment, fulfilment, refund and mails again, now
  order refund ID    give the money back in full
  orders stuck       how many orders, refunds, mails and plans need a person, and which
`;

/** Runs one command; the application does the work, so it has to be running for retries and refunds to go through. */
async function main([topic, command, reference]: string[]): Promise<number> {
  const known =
    (topic === 'orders' && command === 'stuck') ||
    (topic === 'order' && ['show', 'retry', 'refund'].includes(command ?? '') && reference);
  if (!known) {
    process.stderr.write(USAGE);
    return 2;
  }
  const { databaseUrl, dataDir } = loadDataSettings(process.env);
  const url = databaseUrl?.href ?? (await embeddedUrl(dataDir));
  if (!url) {
    process.stderr.write('The embedded database is not running: start the application first, or set DATABASE_URL.\n');
    return 1;
  }
  const database = openDatabase(url, { max: 4, onError: () => undefined });
  try {
    const desk = createDesk(database.db);
    if (topic === 'orders') return print(await desk.stuck());
    const order = isUuid(reference)
      ? await desk.orders.find(reference!)
      : await desk.orders.findByNumber(reference!.toUpperCase());
    if (!order) {
      process.stderr.write('There is no such order.\n');
      return 1;
    }
    if (command === 'retry') await desk.retry(order);
    if (command === 'refund') await desk.refund(order);
    return print(await desk.show(order));
  } catch (error) {
    if (codeOf(error) !== 'order-not-refundable') throw error;
    process.stderr.write('This order can not be refunded: it was never paid, or its state does not allow it.\n');
    return 1;
  } finally {
    await database.close();
  }
}

function print(lines: string[]): number {
  process.stdout.write(`${lines.join('\n')}\n`);
  return 0;
}

process.exitCode = await main(process.argv.slice(2));
