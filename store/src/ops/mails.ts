import type { Desk } from '../flows/desk/desk.ts';
import type { Mail } from '../modules/notifications/notifications.ts';
import type { Acting } from '../shared/operator.ts';
import { time } from './format.ts';

/** The mail commands. */
export const createMailCommands = ({ mails }: Pick<Desk, 'mails'>) => ({
  /** Sends every mail that failed or was given up again, now. With `refused` also those that a server refused. */
  retryMails: async (which: Acting & { refused: boolean }): Promise<string[]> => [
    `mails queued again: ${await mails.retry(which)}`,
  ],
});

/** The number of attempts of a mail, and the time of the next one. */
export const attemptsOf = ({ attempts, nextAttemptAt, lastFault }: Mail) =>
  `attempts ${attempts}  ${nextAttemptAt ? `next ${time(nextAttemptAt)}` : 'no further one'}  ${lastFault ?? ''}`.trim();
