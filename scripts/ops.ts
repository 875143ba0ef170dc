import { openDatabase } from '../src/db/database.ts';
import { embeddedUrl } from '../src/db/embedded/supervisor.ts';
import { loadDataSettings } from '../src/config.ts';
import { codeOf } from '../src/shared/errors.ts';
import { isUuid } from '../src/shared/ids.ts';
import { createDesk } from './ops/desk.ts';
import { createReconcileDesk } from './ops/reconcile.ts';

const USAGE = `npm run ops -- COMMAND

  order show ID      everything about one order (ID: its id or its eight-character number)
  order retry ID     look at payment, fulfilment, refund and mails again, now
  order refund ID    give the rest of the money back, and end the delivery; says what happens to the eSIM
  order release ID   order an eSIM that is held for its price, at the price that orders stuck shows
  refund close REFUND REASON
                     close a refund that failed and was settled another way; the reason is kept
  disputes           open disputes and inquiries with their deadlines, lost ones, and fraud warnings
  mails retry [refused]
                     send the mails that wait or were given up again, now; with "refused" also those that a server refused
  orders stuck       how many orders, refunds, disputes, mails and plans need a person, and which
  reconcile          compare all our books with the payment vendor's and the wholesaler's, now
  differences        what differs between the ledgers, and what mends it
  difference close DIFFERENCE REASON
                     take a difference that a person has dealt with off the list; the reason is kept
`;

const REFUSALS: Record<string, string> = {
  'order-not-refundable':
    'This order can not be refunded: it holds no money. It was never paid, or a dispute is open or lost (see "disputes"): the bank decides, and the payment vendor refuses refunds.',
  'not-found': 'There is no such refund or difference, or it is closed already.',
  'wrong-state': 'Only a refund that failed can be closed by hand.',
};

/** Runs one command; the application does the work, so it has to be running for retries and refunds to go through. */
async function main([topic, command, reference, ...words]: string[]): Promise<number> {
  const known =
    (topic === 'orders' && command === 'stuck') ||
    (topic === 'mails' && command === 'retry' && (reference === undefined || reference === 'refused')) ||
    (topic === 'disputes' && command === undefined) ||
    (['reconcile', 'differences'].includes(topic ?? '') && command === undefined) ||
    (topic === 'difference' && command === 'close' && isUuid(reference) && words.length > 0) ||
    (topic === 'refund' && command === 'close' && isUuid(reference) && words.length > 0) ||
    (topic === 'order' && ['show', 'retry', 'refund', 'release'].includes(command ?? '') && reference);
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
    const books = createReconcileDesk(database.db);
    if (topic === 'mails') return print(await desk.retryMails({ refused: reference === 'refused' }));
    if (topic === 'orders') return print([...(await desk.stuck()), ...(await books.stuck())]);
    if (topic === 'reconcile') return print(await books.reconcile((line) => process.stderr.write(`${line}\n`)));
    if (topic === 'differences') return print(await books.differences());
    if (topic === 'difference') return print(await books.close(reference!, words.join(' ')));
    if (topic === 'disputes') return print(await desk.disputes());
    if (topic === 'refund') return print(await desk.closeRefund(reference!, words.join(' ')));
    const order = isUuid(reference)
      ? await desk.orders.find(reference!)
      : await desk.orders.findByNumber(reference!.toUpperCase());
    if (!order) {
      process.stderr.write('There is no such order.\n');
      return 1;
    }
    if (command === 'retry') await desk.retry(order);
    if (command === 'release' && !(await desk.release(order))) {
      process.stderr.write('This order is not held.\n');
      return 1;
    }
    const done = command === 'refund' ? await desk.refund(order) : [];
    return print([...done, ...(await desk.show(order))]);
  } catch (error) {
    const refusal = REFUSALS[codeOf(error) ?? ''];
    if (!refusal) throw error;
    process.stderr.write(`${refusal}\n`);
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
