import type { Clock } from '../../db/clock.ts';
import type { Db, Queryable, Tx } from '../../db/database.ts';
import { keyedHash, type Vault } from '../../db/vault.ts';
import { uuidv7 } from '../../shared/ids.ts';
import type { Usage, WholesaleSim } from '../fulfilment/wholesaler.ts';
import { installLinks, lpaOf, type Activation } from './activation.ts';
import { qrPng } from './qr.ts';
import * as store from './store.ts';
import { INSTALL_WINDOW_DAYS, isActive, isInstalled, planStateAt, TOP_UP_GRACE_DAYS } from './validity.ts';

export type { EsimRow as Esim } from './store.ts';

export type Esims = ReturnType<typeof createEsims>;

const context = (esimId: string) => `esim:${esimId}`;

/** Decrypts the activation data of an eSIM. Throws when its encryption key is not configured. */
export const openActivation = (
  vault: Vault,
  { id, activationSealed }: Pick<store.EsimRow, 'id' | 'activationSealed'>,
): Activation => JSON.parse(vault.open(activationSealed, context(id))) as Activation;

/** A read of the usage that has not answered after this time has failed. */
const LONGEST_READ_MS = 15_000;

/** `exists`: the line already has an eSIM. `iccid-in-use`: another buyer holds this profile. */
export type IssueResult = 'issued' | 'exists' | 'iccid-in-use';

/**
 * Issued eSIMs: their encrypted activation data, and their usage. `iccidKey` belongs to the database and never changes
 * (`loadSealedKey`).
 */
export function createEsims({
  db,
  vault,
  iccidKey,
  usageMaxAgeMinutes,
  clock,
}: {
  db: Db;
  vault: Vault;
  iccidKey: Buffer;
  usageMaxAgeMinutes: number;
  clock: Clock;
}) {
  const activationOf = (esim: store.EsimRow) => openActivation(vault, esim);

  const staleSince = () => new Date(clock.now().getTime() - usageMaxAgeMinutes * 60_000);
  /** True when the usage figures are older than the refresh interval. */
  const isStale = (esim: store.EsimRow) => esim.refreshedAt === null || esim.refreshedAt < staleSince();

  return {
    /** Issues the eSIM of a line. When the same profile is issued twice concurrently, the unique index lets one win. */
    async issue(
      tx: Tx,
      line: { id: string; orderId: string; dataMb: number; days: number },
      sim: WholesaleSim,
      wholesaler: string,
    ): Promise<IssueResult> {
      const id = uuidv7();
      const iccidHash = keyedHash(iccidKey, sim.iccid);
      const endedBefore = new Date(clock.now().getTime() - TOP_UP_GRACE_DAYS * 86_400_000);
      await store.endRecycled(tx, iccidHash, { endedBefore, installWindowDays: INSTALL_WINDOW_DAYS });
      const activation: Activation = {
        iccid: sim.iccid,
        smdpAddress: sim.smdpAddress,
        activationCode: sim.activationCode,
        confirmationCode: sim.confirmationCode,
      };
      const inserted = await store.insertEsim(tx, {
        id,
        orderId: line.orderId,
        lineId: line.id,
        wholesaler,
        iccidHash,
        activationSealed: vault.seal(JSON.stringify(activation), context(id)),
        apn: sim.apn,
        profileState: 'released',
        planState: 'not_active',
        dataMb: line.dataMb,
        remainingMb: line.dataMb,
        days: line.days,
        expiresAt: null,
        issuedAt: clock.now(),
        refreshedAt: null,
        usageAt: null,
      });
      if (inserted) return 'issued';
      return (await store.lineHasEsim(tx, line.id)) ? 'exists' : 'iccid-in-use';
    },

    find: (id: string) => store.findEsim(db, id),
    /** Profiles with this ICCID, also ended ones: wholesalers reuse ICCIDs. */
    findByIccid: (iccid: string) => store.findByIccid(db, keyedHash(iccidKey, iccid)),
    listByOrders: (orderIds: readonly string[]) => store.listByOrders(db, orderIds),
    activationOf,

    /** The installation data: the codes, the text of the QR code and the one-tap links. All of it is secret. */
    installDataOf(esim: store.EsimRow) {
      const activation = activationOf(esim);
      const lpa = lpaOf(activation);
      return { ...activation, lpa, ...installLinks(lpa) };
    },
    /** The QR code as a PNG. */
    qrOf: (esim: store.EsimRow): Promise<Buffer> => qrPng(lpaOf(activationOf(esim))),
    /** The states and usage at this moment. */
    standingOf: (esim: store.EsimRow, now = clock.now()) => ({
      active: isActive(esim, now),
      installed: isInstalled(esim),
      planState: planStateAt(esim, now),
    }),

    isStale,
    /** True while newer figures are due or being read: a page that shows them looks again in a moment. */
    isUsageDue(esim: store.EsimRow): boolean {
      if (isStale(esim)) return true;
      const now = clock.now().getTime();
      const startedMs = esim.refreshedAt?.getTime() ?? 0;
      const isAnswered = esim.usageAt !== null && esim.usageAt.getTime() >= startedMs;
      return !isAnswered && startedMs <= now && startedMs > now - LONGEST_READ_MS;
    },
    claimRefresh: (id: string) => store.claimRefresh(db, id, { at: clock.now(), olderThan: staleSince() }),

    /**
     * Stores the usage that the wholesaler reports. A plan with used data implies an installed profile; "unknown"
     * changes nothing.
     */
    async applyUsage(tx: Queryable, esim: store.EsimRow, usage: Usage): Promise<void> {
      if (usage.status === 'unknown') return;
      const planState = {
        'not-active': 'not_active',
        active: 'active',
        finished: 'finished',
        expired: 'expired',
        recycled: 'expired',
      } as const;
      const used = usage.status !== 'not-active';
      await store.updateStanding(tx, esim.id, {
        planState: planState[usage.status],
        profileState: usage.status === 'recycled' ? 'deleted' : used ? 'enabled' : esim.profileState,
        remainingMb: usage.unlimited ? esim.remainingMb : Math.min(usage.remainingMb, esim.dataMb),
        expiresAt: usage.expiresAt,
        usageAt: clock.now(),
      });
    },
  };
}
