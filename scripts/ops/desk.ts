import type { Db } from '#src/db/database.ts';
import { createMailDesk } from './mails.ts';
import { createMoneyDesk } from './money.ts';
import { createOrderDesk } from './orders.ts';
import { createParts } from './parts.ts';
import { createTicketDesk } from './tickets.ts';
import { createStuckReport } from './stuck.ts';

/** What an operator can see and do. The running application does the work. */
export function createDesk(db: Db) {
  const parts = createParts(db);
  const money = createMoneyDesk(parts);
  return {
    ...createOrderDesk(parts),
    ...money,
    ...createMailDesk(parts),
    ...createTicketDesk(parts),
    stuck: createStuckReport(parts, money.disputes),
  };
}
