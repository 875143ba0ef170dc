import type { Db } from '#src/db/database.ts';
import { mailFactorNews } from '#src/flows/account/enrol-factor.ts';
import type { Account } from '#src/modules/identity/identity.ts';
import { createSecurityLog } from '#src/modules/identity/security-store.ts';
import * as store from '#src/modules/identity/store.ts';
import { createMailQueue } from '#src/modules/notifications/notifications.ts';
import { foldEmail } from '#src/shared/email.ts';
import { maskedNumber } from '#src/shared/masked-number.ts';
import { isKnownTime } from '#src/shared/unknown-time.ts';
import { row, time } from './format.ts';

/** The second factor commands, for an owner who lost the phone and the recovery codes. */
export function createFactorDesk(db: Db) {
  const log = createSecurityLog({ db, clock: () => new Date() });
  const notifications = createMailQueue({ db, clock: { now: () => new Date() } });

  function show({ secondFactors }: Account): string[] {
    if (secondFactors.length === 0) return ['no second factors'];
    return secondFactors.map(({ kind, displayName, phoneNumber, enrolledAt }) =>
      row(
        kind,
        `added ${isKnownTime(enrolledAt) ? time(enrolledAt) : 'at an unknown time'}  ${phoneNumber === null ? '' : maskedNumber(phoneNumber)}  ${displayName ?? ''}`.trimEnd(),
      ),
    );
  }

  return {
    accountOf: (email: string) => store.accountByEmailKey(db, foldEmail(email)),
    show,
    /** Removes all of them. The log has the operator's name, and the owner gets a mail. */
    async remove({ id }: Account, by: string): Promise<string[]> {
      return db.transaction(async (tx) => {
        const account = await store.lockAccount(tx, id);
        if (!account || account.secondFactors.length === 0) return ['no second factors'];
        await store.deleteFactors(tx, id);
        for (const { id: factor, kind } of account.secondFactors) {
          await log.write(tx, id, 'second-factor-removed', { kind, factor, by: 'operator', operator: by });
          await mailFactorNews(notifications, tx, account, { kind: 'second-factor-removed', detail: { way: kind } });
        }
        return [`removed: ${account.secondFactors.length}; the owner gets a mail`];
      });
    },
  };
}
