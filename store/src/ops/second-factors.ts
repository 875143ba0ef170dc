import type { Desk } from '../flows/desk/desk.ts';
import type { Account } from '../modules/identity/identity.ts';
import { maskedNumber } from '../shared/masked-number.ts';
import type { Acting } from '../shared/operator.ts';
import { isKnownTime } from '../shared/unknown-time.ts';
import { row, time } from './format.ts';

/** The second factor commands, for an owner who lost the phone and the recovery codes. */
export const createFactorCommands = ({ accounts }: Pick<Desk, 'accounts'>) => ({
  show({ secondFactors }: Account): string[] {
    if (secondFactors.length === 0) return ['no second factors'];
    return secondFactors.map(({ kind, displayName, phoneNumber, enrolledAt }) =>
      row(
        kind,
        `added ${isKnownTime(enrolledAt) ? time(enrolledAt) : 'at an unknown time'}  ${phoneNumber === null ? '' : maskedNumber(phoneNumber)}  ${displayName ?? ''}`.trimEnd(),
      ),
    );
  },

  /** Removes all of them. */
  async remove(account: Account, acting: Acting): Promise<string[]> {
    const removed = await accounts.removeFactors(account, acting);
    return [removed === 0 ? 'no second factors' : `removed: ${removed}; the owner gets a mail`];
  },
});
