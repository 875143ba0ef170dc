import type { Db } from '#src/db/database.ts';
import { createVault } from '#src/db/vault.ts';
import { createRemoveAccount } from '#src/flows/account/delete-account.ts';
import { createExportAccount } from '#src/flows/account/export-account.ts';
import { createPersonalRecords } from '#src/flows/account/personal-records.ts';
import { createRemoveByAdministrator } from '#src/flows/administration/remove-account.ts';
import { createFindTravellers } from '#src/flows/support/find-travellers.ts';
import { translator } from '#src/i18n/i18n.ts';
import { createEsims } from '#src/modules/esims/esims.ts';
import { createIdentityAdministration } from '#src/modules/identity/administration/administration.ts';
import { accountsByName } from '#src/modules/identity/administration/store.ts';
import { createSecurityLog } from '#src/modules/identity/security-store.ts';
import { openSessions } from '#src/modules/identity/sessions/store.ts';
import * as accounts from '#src/modules/identity/store.ts';
import { loadSealedKey } from '#src/modules/installation/sealed-key.ts';
import { createPasskeys } from '#src/modules/passkeys/passkeys.ts';
import { deleteCodes, listCodes } from '#src/modules/phone/store.ts';
import { foldEmail } from '#src/shared/email.ts';
import { lazy } from '#src/shared/lazy.ts';
import { clock, type OpenDesk } from './desk.ts';
import type { Site } from './site.ts';

/** The store's flows for travellers and their accounts, with the parts that they need. */
export function createTravellerParts(
  db: Db,
  { settings, secretKeys }: Pick<Site, 'settings' | 'secretKeys'>,
  { books: { orders, tickets, notifications }, notices }: Pick<OpenDesk, 'books' | 'notices'>,
) {
  const log = createSecurityLog({ db, clock: clock.now });
  // The keys are read only by commands that need them: a search by ICCID, and an export.
  const esims = lazy(async () => {
    const vault = createVault(await secretKeys());
    const iccidKey = await loadSealedKey({ db, vault, purpose: 'esim-iccid' });
    return createEsims({ db, vault, iccidKey, usageMaxAgeMinutes: 1, clock });
  });
  const passkeys = createPasskeys({ db, publicUrl: settings.publicUrl });
  const phone: Parameters<typeof createPersonalRecords>[0]['phone'] &
    Parameters<typeof createRemoveAccount>[0]['phone'] = {
    codesOf: (person) => listCodes(db, person),
    forget: (tx, { accountId, numbers }) => deleteCodes(tx, accountId, numbers),
  };
  const securityEvent: Parameters<typeof createRemoveAccount>[0]['identity']['securityEvent'] = (tx, ...event) =>
    log.write(tx ?? db, ...event);
  const administration = createIdentityAdministration({
    db,
    createAccount: () => Promise.reject(new Error('accounts are created by the application')),
    clock: clock.now,
  });

  return {
    passkeysOf: (accountId: string) => passkeys.list(accountId),
    sessionsOf: (accountId: string) => openSessions(db, accountId),
    ordersOf: (accountId: string) => orders.allFor({ accountId, sessionStartedAt: new Date() }),
    accountOf: (email: string) => accounts.accountByEmailKey(db, foldEmail(email)),
    securityEvent,
    async find(text: string) {
      const find = createFindTravellers({
        orders,
        esims: await esims(),
        accounts: {
          byEmail: (email) => accounts.accountByEmailKey(db, foldEmail(email)),
          byId: (id) => accounts.accountById(db, id),
          byName: (part, limit) => accountsByName(db, part, limit),
        },
      });
      return find(text);
    },
    async exportAccount(accountId: string) {
      const exportAccount = createExportAccount({
        publicUrl: settings.publicUrl,
        deviceText: (locale) => translator(locale)('checkout.device.label'),
        identity: {
          account: (id) => accounts.accountById(db, id),
          listSessions: (id) => openSessions(db, id),
          securityEvents: log.list,
        },
        passkeys,
        orders,
        esims: await esims(),
        personalRecords: createPersonalRecords({ orders, tickets, phone, notifications }),
      });
      return exportAccount({ accountId, sessionStartedAt: new Date() });
    },
    removeAccount: createRemoveByAdministrator({
      db,
      identity: { administration },
      notices,
      removeAccount: createRemoveAccount({
        identity: { deleteAccount: (tx, id) => accounts.deleteAccount(tx, id), securityEvent },
        orders,
        tickets,
        phone,
        notifications,
      }),
    }),
  };
}
