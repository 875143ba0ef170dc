import type { Logger } from 'pino';
import type { Clock } from '../../db/clock.ts';
import type { Db } from '../../db/database.ts';
import type { Notices } from '../../db/notices.ts';

/** The ports that every flow of an order uses. */
export type FlowBase = { db: Db; notices: Pick<Notices, 'orderChanged'>; log: Logger; clock: Clock };
