import { createBooks } from '../composition/books.ts';
import type { Db } from '../db/database.ts';
import { createNoticeSender } from '../db/notices.ts';
import { type Reporting, withoutReplica } from '../db/reporting.ts';
import { createDesk } from '../flows/desk/desk.ts';
import { createAutoTopUpCommands } from './auto-top-ups.ts';
import { createAuditCommands } from './audit.ts';
import { createMailCommands } from './mails.ts';
import { createMoneyCommands } from './money.ts';
import { createOrderCommands } from './orders.ts';
import { createReceiptCommands } from './receipts.ts';
import { createRefundRequestCommands } from './refund-requests.ts';
import { createReplacementCommands } from './replacements.ts';
import { createTicketCommands } from './tickets.ts';
import type { Site } from './site.ts';
import { createStuckReport } from './stuck.ts';
import { createWithdrawalCommands } from './withdrawals.ts';

/** The clock of a command: the running application decides what hangs on a time. */
const clock = { now: () => new Date() };

/** The settings of the store that the desk needs, and its keys. */
export type DeskSite = {
  settings: Pick<Site['settings'], 'deadlineSeconds' | 'currencies' | 'publicUrl' | 'projectId' | 'administration'>;
  secretKeys: Site['secretKeys'];
};

/** The desk of the store on this database, with the books that it reads. */
export function openDesk(db: Db, { settings, secretKeys }: DeskSite, reporting: Reporting = withoutReplica(db)) {
  const { currencies, administration } = settings;
  const books = createBooks({
    ...settings,
    db,
    reporting,
    clock,
    currency: currencies[0],
    tokenUris: administration ? [administration.tokenUri] : [],
    keys: secretKeys,
  });
  const notices = createNoticeSender({ pool: db.$client, onError: () => undefined });
  return { books, desk: createDesk({ ...books, db, notices }) };
}

export type OpenDesk = ReturnType<typeof openDesk>;

/** The commands on orders, money, mails and tickets: they render what the desk returns. */
export function createDeskCommands({ desk }: Pick<OpenDesk, 'desk'>) {
  const money = createMoneyCommands(desk);
  return {
    ...createOrderCommands(desk),
    ...money,
    ...createReceiptCommands(desk),
    ...createReplacementCommands(desk),
    ...createRefundRequestCommands(desk),
    ...createWithdrawalCommands(desk),
    ...createAutoTopUpCommands(desk),
    ...createMailCommands(desk),
    ...createTicketCommands(desk),
    ...createAuditCommands(desk),
    stuck: createStuckReport(desk, money.disputes),
  };
}
