import type { Logger } from 'pino';
import type { Db } from '../../db/database.ts';
import type { Notices } from '../../db/notices.ts';

/** What every flow over an order needs. */
export type FlowBase = { db: Db; notices: Pick<Notices, 'orderChanged'>; log: Logger };
