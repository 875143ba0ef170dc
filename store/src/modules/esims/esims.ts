import type { Clock } from '../../db/clock.ts';
import type { Db, Queryable, Tx } from '../../db/database.ts';
import { keyedHash, type Vault } from '../../db/vault.ts';
import { uuidv7 } from '../../shared/ids.ts';
import type { WholesaleSim } from '../fulfilment/wholesaler.ts';
import { installLinks, lpaOf, type Activation } from './activation.ts';
import { qrPng } from './qr.ts';
import { restOf } from './rest.ts';
import { type Plans, standingOf } from './standing.ts';
import * as store from './store.ts';
import { createReadingBook, createUsage, firstWatch, type UsagePorts } from './usage.ts';
import { latestEndOf, type PlanState, planStateAt, TOP_UP_GRACE_DAYS } from './validity.ts';

export { adoptAllPlans } from './adoption.ts';
export type { Reason } from './asking.ts';
export type { Reading } from './pace.ts';
export type { ReadingRow as EsimReading } from './readings-store.ts';
export type { EsimPlan, EsimRow as Esim } from './store.ts';
export { shownStateOf, type ReportedUsage } from './usage.ts';

export type Esims = ReturnType<typeof createEsims>;

const context = (esimId: string) => `esim:${esimId}`;

/** Decrypts the activation data of an eSIM. Throws when its encryption key is not configured. */
export const openActivation = (
  vault: Vault,
  { id, activationSealed }: Pick<store.EsimRow, 'id' | 'activationSealed'>,
): Activation => JSON.parse(vault.open(activationSealed, context(id))) as Activation;

/** `exists`: the line already has an eSIM. `iccid-in-use`: another buyer holds this profile. */
export type IssueResult = 'issued' | 'exists' | 'iccid-in-use';

/** The plan of an eSIM that this line bought, if any. */
export const planOfLine = ({ plans }: Pick<store.EsimRow, 'plans'>, lineId: string): store.EsimPlan | undefined =>
  plans.find((plan) => plan.lineId === lineId);

/** The eSIM that this line bought, or for which it bought a plan. */
export const esimOfLine = (esims: readonly store.EsimRow[], lineId: string): store.EsimRow | undefined =>
  esims.find((esim) => planOfLine(esim, lineId));

/** The line that bought an eSIM, and a plan with it: a package of that wholesaler. */
type BoughtLine = {
  id: string;
  orderId: string;
  wholesaler: string;
  packageId: string;
  dataMb: number;
  unlimited: store.EsimPlan['unlimited'];
  days: number;
};

export type EsimBook = ReturnType<typeof createEsimBook>;

/** The issued eSIMs without their secrets: needs no key. */
export const createEsimBook = ({ db, clock }: { db: Db; clock: Clock }) => ({
  find: (id: string, tx: Queryable = db) => store.findEsim(tx, id),
  listByOrders: (orderIds: readonly string[], tx: Queryable = db) => store.listByOrders(tx, orderIds),
  listEnding: (page: Parameters<typeof store.listEnding>[1]) => store.listEnding(db, page),
  ofLine: esimOfLine,
  /** What the eSIM shows at this moment: its states, and the data and end of its plans together. */
  standingOf: (
    esim: Pick<store.EsimRow, 'profileState' | 'plans'> & Partial<Pick<store.EsimRow, 'endedAt'>>,
    now = clock.now(),
  ) => standingOf(esim, now),
  restOf: (esim: Pick<store.EsimRow, 'profileState' | 'plans'>, now = clock.now()) => restOf(esim, now),
  planStateOf: (plan: Pick<store.EsimPlan, 'state' | 'expiresAt'>, now = clock.now()): PlanState =>
    planStateAt(plan, now),
  ...createReadingBook({ db, clock }),
  /** Removes the names that owners gave the eSIMs of these orders. */
  forgetNames: (tx: Tx, orderIds: readonly string[]) => store.forgetNames(tx, orderIds),
});

type Ports = UsagePorts & { vault: Vault; iccidKey: Buffer };

/**
 * Issued eSIMs: their encrypted activation data, their plans, and their usage. `iccidKey` belongs to the database and
 * never changes (`loadSealedKey`).
 */
export function createEsims(ports: Ports) {
  const { db, iccidKey, clock } = ports;
  return {
    ...createEsimBook({ db, clock }),
    issue: (tx: Tx, line: BoughtLine, sim: WholesaleSim) => issue(ports, tx, line, sim),

    /** Profiles with this ICCID, also ended ones: wholesalers reuse ICCIDs. */
    findByIccid: (iccid: string) => store.findByIccid(db, keyedHash(iccidKey, iccid)),
    /** The profile with this ICCID that has not ended: that of the present buyer, if the wholesaler reused it. */
    findCurrent: (iccid: string) => store.findCurrent(db, keyedHash(iccidKey, iccid)),
    activationOf: (esim: store.EsimRow) => activationOf(ports, esim),

    /** The installation data: the codes, the text of the QR code and the one-tap links. All of it is secret. */
    installDataOf(esim: store.EsimRow) {
      const activation = activationOf(ports, esim);
      const lpa = lpaOf(activation);
      return { ...activation, lpa, ...installLinks(lpa) };
    },
    /** The QR code as a PNG. */
    qrOf: (esim: store.EsimRow): Promise<Buffer> => qrPng(lpaOf(activationOf(ports, esim))),

    addPlan: (tx: Tx, esimId: string, line: BoughtLine) => addPlan(ports, tx, esimId, line),

    ...createUsage(ports),
    /** The owner's name for an eSIM; null removes it. */
    setName: (id: string, name: string | null) => store.setName(db, id, name),
    /** Another eSIM replaces it. False when it has ended before. */
    end: (tx: Tx, id: string) => store.endEsim(tx, id),
    /** Its wholesaler says that its code works once more. */
    releaseAgain: (tx: Queryable, id: string) => store.releaseAgain(tx, id),
  };
}

/** Issues the eSIM of a line. When the same profile is issued twice concurrently, the unique index lets one win. */
async function issue(
  { vault, iccidKey, clock }: Ports,
  tx: Tx,
  line: BoughtLine,
  sim: WholesaleSim,
): Promise<IssueResult> {
  const id = uuidv7();
  const issuedAt = clock.now();
  const iccidHash = keyedHash(iccidKey, sim.iccid);
  await endRecycled(tx, iccidHash, issuedAt);
  const activation: Activation = {
    iccid: sim.iccid,
    smdpAddress: sim.smdpAddress,
    activationCode: sim.activationCode,
    confirmationCode: sim.confirmationCode,
  };
  const inserted = await store.insertEsim(tx, {
    id,
    orderId: line.orderId,
    wholesaler: line.wholesaler,
    iccidHash,
    activationSealed: vault.seal(JSON.stringify(activation), context(id)),
    apn: sim.apn,
    name: null,
    profileState: 'released',
    issuedAt,
    reportedState: null,
    refreshedAt: null,
    usageAt: null,
    readEndedAt: null,
    awaySince: null,
    failures: 0,
    doubtedSince: null,
    watchAt: firstWatch(issuedAt),
    releasedAgainAt: null,
    endedAt: null,
    plans: [newPlan(id, line, issuedAt)],
  });
  if (inserted) return 'issued';
  return esimOfLine(await store.listByOrders(tx, [line.orderId]), line.id) ? 'exists' : 'iccid-in-use';
}

/** `exists`: the line has added its plan before. `ended`: the profile takes none any more. */
type AddResult = 'added' | 'exists' | 'ended';

/** Adds the plan of a line to an eSIM, after those that it has. Of two at once, the second waits. */
async function addPlan({ clock }: Ports, tx: Tx, esimId: string, line: BoughtLine): Promise<AddResult> {
  const esim = await store.lockEsim(tx, esimId);
  if (!esim || esim.endedAt !== null || esim.profileState === 'deleted') return 'ended';
  if (planOfLine(esim, line.id)) return 'exists';
  const now = clock.now();
  await store.insertPlan(tx, esim, { ...newPlan(esim.id, line, now), position: esim.plans.at(-1)!.position + 1 }, now);
  return 'added';
}

const activationOf = ({ vault }: Ports, esim: store.EsimRow) => openActivation(vault, esim);

/** Ends the profile with this ICCID when its plans ended long ago: the wholesaler may have recycled the ICCID. */
async function endRecycled(tx: Tx, iccidHash: string, now: Date): Promise<void> {
  const endedBefore = new Date(now.getTime() - TOP_UP_GRACE_DAYS * 86_400_000);
  const other = await store.findCurrent(tx, iccidHash);
  if (!other || other.plans.some((plan) => latestEndOf(plan) >= endedBefore)) return;
  const [first, ...others] = other.plans.map((plan) => ({
    ...plan,
    state: plan.state === 'finished' ? ('finished' as const) : ('expired' as const),
  }));
  const plans: Plans<store.EsimPlan> = [first!, ...others];
  await store.updateStanding(tx, other.id, { ...other, profileState: 'deleted', plans }, now);
}

/** A plan that was not used, as the first one. */
const newPlan = (esimId: string, line: BoughtLine, issuedAt: Date): store.EsimPlan => ({
  id: uuidv7(),
  esimId,
  orderId: line.orderId,
  lineId: line.id,
  position: 0,
  packageId: line.packageId,
  dataMb: line.dataMb,
  unlimited: line.unlimited,
  days: line.days,
  state: 'not_active',
  remainingMb: line.dataMb,
  issuedAt,
  startedAt: null,
  expiresAt: null,
});
