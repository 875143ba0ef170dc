import type { Db, Tx } from '../../db/database.ts';
import type { Limits } from '../../db/limits.ts';
import type { Notices } from '../../db/notices.ts';
import type { Account, IdentityModule } from '../../modules/identity/identity.ts';
import type { AccountMailQueue } from '../../modules/notifications/notifications.ts';
import type { Answer, Passkey, Passkeys } from '../../modules/passkeys/passkeys.ts';
import { AppError } from '../../shared/errors.ts';
import type { SignedInAs } from '../account/change-email.ts';
import { asAppError } from '../account/recent-session.ts';

type Ports = {
  db: Db;
  identity: IdentityModule;
  passkeys: Passkeys;
  limits: Limits;
  notices: Pick<Notices, 'accessEnded'>;
  notifications: AccountMailQueue;
};

/** Error codes that count against the limit of failed sign-ins. */
const FAILED = new Set<string | undefined>(['passkey-refused', 'passkey-unknown', 'passkey-expired']);

/**
 * Passkeys of accounts. Adding, renaming and removing one require a recent sign-in, which the caller checks. The owner
 * gets a mail about an added or removed one. A sign-in ends with a token for `signInWithCustomToken`.
 */
export const createPasskeyFlows = (ports: Ports) => ({ ...createOwnPasskeys(ports), ...createPasskeySignIn(ports) });

function createOwnPasskeys(ports: Ports) {
  const { identity, passkeys, limits, notices } = ports;
  return {
    async beginEnrolment({ account }: SignedInAs, { address }: { address: string }) {
      await limits.consume({ 'passkey-ceremonies-per-address': address });
      const name = account.email ?? account.phoneNumber ?? account.displayName ?? account.localId;
      return passkeys.beginEnrolment({ id: account.id, name });
    },

    /** Throws AppError `passkey-expired`, `passkey-refused`, `too-many-passkeys`, `unauthenticated`. */
    async enrol(who: SignedInAs, { answer, name }: { answer: Answer; name: string }): Promise<Passkey> {
      const credential = await passkeys.checkEnrolment(who.account.id, answer);
      return changeAs(ports, who, async (tx, account) => {
        const passkey = await passkeys.add(tx, account.id, credential, name);
        await notifyOwner(ports, tx, account, 'passkey-added', passkey);
        return passkey;
      });
    },

    /** Throws AppError `not-found`. */
    rename: (who: SignedInAs, { id, name }: { id: string; name: string }): Promise<Passkey> =>
      changeAs(ports, who, async (tx, { id: accountId }) => {
        const renamed = await passkeys.rename(tx, { id, accountId }, name);
        if (!renamed) throw new AppError('not-found');
        await identity.securityEvent(tx, accountId, 'passkey-renamed', { passkey: id });
        return renamed;
      }),

    /** Throws AppError `not-found`. */
    async remove(who: SignedInAs, id: string): Promise<void> {
      await changeAs(ports, who, async (tx, account) => {
        const passkey = (await passkeys.list(account.id)).find((each) => each.id === id);
        if (!passkey) throw new AppError('not-found');
        await remove(ports, tx, account, passkey, { kind: 'passkey-removed', except: who.session.id });
      });
      await notices.accessEnded([who.account.id]);
    },
  };
}

function createPasskeySignIn(ports: Ports) {
  const { db, identity, passkeys, limits, notices } = ports;
  return {
    /** `accountId`: set when a signed-in user signs in again. Throws AppError `too-many-requests`. */
    async beginSignIn({ accountId, address }: { accountId: string | null; address: string }) {
      await limits.consume({ 'passkey-ceremonies-per-address': address });
      return passkeys.beginSignIn(accountId);
    },

    /**
     * Returns a token for the account of the passkey. A signature counter that decreased indicates a cloned passkey: it
     * is removed, and the owner gets a mail. Throws AppError `passkey-expired`, `passkey-unknown`, `passkey-refused`,
     * `too-many-requests`.
     */
    async signIn({ answer, address }: { answer: Answer; address: string }): Promise<{ token: string }> {
      const proof = await limits.countFailures({ 'passkey-failures-per-address': address }, FAILED, () =>
        passkeys.checkSignIn(answer),
      );
      if (proof.is === 'proved') return { token: proof.token };
      const { accountId } = proof.passkey;
      await db.transaction(async (tx) =>
        remove(ports, tx, await identity.lockAccount(tx, accountId), proof.passkey, { kind: 'passkey-copied' }),
      );
      await notices.accessEnded([accountId]);
      throw new AppError('passkey-refused');
    },
  };
}

/**
 * Runs a change, unless the caller's password or address has changed, the session has ended, or a second factor was
 * enrolled since the token was read.
 */
function changeAs<T>(
  { db, identity }: Ports,
  who: SignedInAs,
  change: (tx: Tx, account: Account) => Promise<T>,
): Promise<T> {
  return asAppError(() => db.transaction(async (tx) => change(tx, await identity.lockSignedIn(tx, who))));
}

async function notifyOwner(
  { identity, notifications }: Ports,
  tx: Tx,
  { id: accountId, email, locale }: Account,
  kind: 'passkey-added' | 'passkey-removed' | 'passkey-copied',
  { id: passkey, name }: Passkey,
): Promise<void> {
  await identity.securityEvent(tx, accountId, kind, { passkey });
  if (email !== null)
    await notifications.queueAccountMail(tx, { kind, accountId, to: email, locale, detail: { name } });
}

/** Ends the sessions that this passkey opened, too. */
async function remove(
  ports: Ports,
  tx: Tx,
  account: Account,
  passkey: Passkey,
  { kind, except }: { kind: 'passkey-removed' | 'passkey-copied'; except?: string },
): Promise<void> {
  await ports.passkeys.remove(tx, passkey);
  await ports.identity.revokeSessions(tx, account.id, { except, factor: passkey.id });
  await notifyOwner(ports, tx, account, kind, passkey);
}
