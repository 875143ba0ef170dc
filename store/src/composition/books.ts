import type { Clock } from '../db/clock.ts';
import type { Db } from '../db/database.ts';
import type { Reporting } from '../db/reporting.ts';
import { createVault, type SecretKey } from '../db/vault.ts';
import { createAuditLog } from '../modules/audit/audit.ts';
import { createAutoTopUpBook } from '../modules/auto-top-ups/auto-top-ups.ts';
import { createPlanBook } from '../modules/catalogue/desk.ts';
import { createDocumentBook } from '../modules/documents/documents.ts';
import { createEsimBook, createEsims } from '../modules/esims/esims.ts';
import { createDeliveryBook } from '../modules/fulfilment/fulfilment.ts';
import { createAccountBook } from '../modules/identity/identity.ts';
import { createKnownHashes } from '../modules/identity/passwords/passwords.ts';
import { createTransfer } from '../modules/identity/transfer/transfer.ts';
import { loadSealedKey } from '../modules/installation/sealed-key.ts';
import { createNoticeBook } from '../modules/notices/notices.ts';
import { createMailQueue } from '../modules/notifications/notifications.ts';
import { createOrderBook } from '../modules/orders/orders.ts';
import { createPasskeys } from '../modules/passkeys/passkeys.ts';
import { createPolicyDesk } from '../modules/password-policy/desk.ts';
import { createMoneyBook } from '../modules/payments/payments.ts';
import { createPhoneBook } from '../modules/phone/phone.ts';
import { createPushBook } from '../modules/push/push.ts';
import { createReconciliation } from '../modules/reconciliation/reconciliation.ts';
import { createRightsBook } from '../modules/rights/rights.ts';
import { createWithdrawalBook } from '../modules/rights/withdrawals/withdrawals.ts';
import { createServiceAccounts } from '../modules/service-accounts/service-accounts.ts';
import { createTickets } from '../modules/tickets/tickets.ts';
import { lazy } from '../shared/lazy.ts';
import type { Currency } from '../shared/money.ts';
import { deviceText } from './desk.ts';

type Given = {
  db: Db;
  reporting: Reporting;
  clock: Clock;
  deadlineSeconds: number;
  currency: Currency;
  publicUrl: string;
  projectId: string;
  /** Our own token endpoints for programs. */
  tokenUris: readonly string[];
  /** Read only by what needs a key. */
  keys: () => Promise<readonly SecretKey[]>;
};

/**
 * The parts of the modules that need no vendor, for the command line: `createDesk` and other flows take them as their
 * ports. The running application passes its whole modules to the same flows.
 */
export function createBooks({
  db,
  reporting,
  clock,
  deadlineSeconds,
  currency,
  publicUrl,
  projectId,
  tokenUris,
  keys,
}: Given) {
  const identity = createAccountBook({ db, clock: () => clock.now() });
  const openVault = lazy(async () => createVault(await keys()));
  return {
    reporting,
    audit: createAuditLog({ db }),
    orders: createOrderBook({ db, clock }),
    payments: createMoneyBook({ db, clock }),
    fulfilment: createDeliveryBook({ db, clock, deadlineSeconds }),
    esims: createEsimBook({ db, clock }),
    notifications: createMailQueue({ db, clock }),
    autoTopUps: createAutoTopUpBook({ db, clock }),
    documents: createDocumentBook({ db }),
    noticeBook: createNoticeBook({ db, clock }),
    rights: createRightsBook({ db, clock }),
    tickets: createTickets({ db }),
    withdrawals: createWithdrawalBook({ db, clock }),
    reconciliation: createReconciliation({ db }),
    planBook: createPlanBook({ db, currency }),
    identity,
    passkeys: createPasskeys({ db, publicUrl }),
    phone: createPhoneBook({ db }),
    push: createPushBook({ db }),
    policyDesk: createPolicyDesk({ db }),
    serviceAccounts: createServiceAccounts({
      db,
      audit: (tx, kind, detail) => identity.securityEvent(tx, null, kind, detail),
      projectId,
      tokenUris,
    }),
    publicUrl,
    deviceText,
    openEsims: lazy(async () => {
      const vault = await openVault();
      const iccidKey = await loadSealedKey({ db, vault, purpose: 'esim-iccid' });
      return createEsims({ db, vault, iccidKey, usageMaxAgeMinutes: 1, reportsEveryMinutes: () => null, clock });
    }),
    openTransfer: lazy(async () => createTransfer({ db, known: createKnownHashes({ vault: await openVault() }) })),
  };
}
