import { type Message, messages } from '#test/support/wire.ts';
import { highestOf } from './journeys.ts';
import { hiddenOrders, ordersMade } from './made.ts';
import { type Journey, isStopped, missingOf, readBooks, type Use } from './use.ts';
import { type EsimRow, type NoticeMailRow, noticeMails, type NoticeRow } from './use-books.ts';
import type { ChaosWorld } from './world.ts';

/** What travellers were told, compared with what happened to their eSIMs at the wholesalers. */
export type UseTally = {
  esimsUsed: Record<string, number>;
  /** Whose profile two orders have, or whose amount of data is not the one that was bought. */
  esimsNotUsed: number;
  /** Whose profile another order got later, so that its wholesaler shows nothing of it. */
  esimsHidden: number;
  /** Whose end the store doubts: a restore took out a reading, so that the end seems to have moved by more than a day. */
  esimsDoubted: number;
  /** With several plans, or given back: of their notices it is only judged that none comes twice for one plan. */
  esimsElsewhere: number;
  /** Of orders that were refunded or disputed, and of orders whose mails were off. */
  esimsStopped: number;
  esimsOff: number;
  /** By kind. `recorded`: with a higher one, which was told. */
  notices: Record<string, number>;
  recorded: number;
  mails: number;
  /** The same mail again under one Message-ID. */
  mailsRepeated: number;
  /** Mails of notices that a restore took out of our books. */
  mailsOfLost: number;
  missing: number;
  wrong: number;
  violations: string[];
};

/** What a run left behind: our books, the mailbox, and what happened to the eSIMs. */
export type UseFacts = Pick<ChaosWorld, 'gaps'> &
  Pick<Use, 'journeys' | 'off'> & {
    esims: readonly EsimRow[];
    /** Profiles of which nothing can be read (`hiddenOrders`). */
    hidden: ReadonlySet<string>;
    /** The ids of those that are topped up, or of whose orders something is asked back. */
    elsewhere: ReadonlySet<string>;
    notices: readonly NoticeRow[];
    /** Mails of notices: as they arrived, and in our books. */
    inbox: readonly Pick<Message, 'messageId' | 'to'>[];
    mails: readonly NoticeMailRow[];
  };

type Mailbox = { inbox: UseFacts['inbox']; rows: readonly NoticeMailRow[]; byId: Map<string, unknown[]> };

/** A mail of a notice: it alone says how to unsubscribe. */
const isNotice = ({ headers }: Message) => headers.some(({ name }) => name.toLowerCase() === 'list-unsubscribe');
const idOf = ({ messageId }: Pick<Message, 'messageId'>) => /^<?([^@>]+)/.exec(messageId)?.[1] ?? messageId;

export async function judgeUse(world: ChaosWorld, { journeys, off, isElsewhere }: Use): Promise<UseTally> {
  const { esims, notices } = await readBooks(world);
  const elsewhere = new Set(esims.filter(isElsewhere).map(({ id }) => id));
  const inbox = (await messages(world.mail)).filter(isNotice);
  const [hidden, mails] = [hiddenOrders(await ordersMade(world)), await noticeMails(world)];
  return compareUse({ gaps: world.gaps, journeys, off, esims, hidden, elsewhere, notices, inbox, mails });
}

export function compareUse(facts: UseFacts): UseTally {
  const { gaps, journeys, esims, inbox, mails } = facts;
  const box: Mailbox = { inbox, rows: mails, byId: Map.groupBy(inbox, idOf) };
  const tally: UseTally = {
    esimsUsed: {},
    esimsNotUsed: 0,
    esimsHidden: 0,
    esimsDoubted: 0,
    esimsElsewhere: 0,
    esimsStopped: 0,
    esimsOff: 0,
    notices: {},
    recorded: 0,
    mails: inbox.length,
    mailsRepeated: inbox.length - box.byId.size,
    mailsOfLost: 0,
    missing: 0,
    wrong: 0,
    violations: [],
  };
  const byEsim = Map.groupBy(facts.notices, ({ esim_id }) => esim_id);
  for (const row of esims) {
    const notices = byEsim.get(row.id) ?? [];
    const journey = journeys.get(row.issued_as);
    for (const { kind, told } of notices) {
      tally.notices[kind] = (tally.notices[kind] ?? 0) + 1;
      if (!told) tally.recorded += 1;
    }
    if (facts.elsewhere.has(row.id)) {
      tally.esimsElsewhere += 1;
      judgeTwice(tally, notices, `${about(row)}, used elsewhere, told ${kindsOf(notices)}`);
      continue;
    }
    if (!journey) tally.esimsNotUsed += 1;
    if (journey) judgeOne({ facts, tally, box, row, journey, notices });
    else if (notices.length > 0) wrong(tally, `${about(row)}: told ${kindsOf(notices)}, and it was never used`);
  }
  judgeMails(gaps, tally, box);
  return tally;
}

const about = ({ issued_as, order_id, order_status, line_status }: EsimRow) =>
  `eSIM ${issued_as} of order ${order_id} (${order_status}, line ${line_status})`;
const kindsOf = (notices: readonly NoticeRow[]) => notices.map(({ kind }) => kind).join(', ') || 'nothing';

function wrong(tally: UseTally, sentence: string): void {
  tally.wrong += 1;
  tally.violations.push(`notices: ${sentence}`);
}

function missing(tally: UseTally, sentence: string): void {
  tally.missing += 1;
  tally.violations.push(`notices: ${sentence}`);
}

type Judged = {
  facts: UseFacts;
  tally: UseTally;
  box: Mailbox;
  row: EsimRow;
  journey: Journey;
  notices: readonly NoticeRow[];
};

function judgeOne({ facts: { gaps, off, hidden }, tally, box, row, journey, notices }: Judged): void {
  tally.esimsUsed[journey.wholesaler] = (tally.esimsUsed[journey.wholesaler] ?? 0) + 1;
  const says = `${about(row)}, ${stateOf(journey)}, told ${kindsOf(notices)}`;
  for (const { kind, position } of notices)
    if (!journey.everDue.has(kind) || position !== 0) wrong(tally, `${says}: ${kind} was never due`);
  judgeTwice(tally, notices, says);
  const offAt = off.get(row.order_id);
  const isOff = offAt !== undefined && !isLost(gaps, offAt);
  if (isOff) {
    tally.esimsOff += 1;
    const mails = box.inbox.filter(({ to }) => to.includes(row.email)).length;
    if (mails > 0 || notices.some(({ mailed }) => mailed)) wrong(tally, `${says}: ${mails} mails, which are off`);
  }
  if (isStopped(row)) {
    tally.esimsStopped += 1;
    judgeStopped({ gaps, tally, journey, notices, says });
    return;
  }
  if (row.is_ended) return;
  if (hidden.has(row.issued_as)) {
    tally.esimsHidden += 1;
    return;
  }
  const lacking = missingOf(journey, notices);
  if (lacking.length > 0 && isEndDoubted(gaps, row, journey)) {
    tally.esimsDoubted += 1;
    return;
  }
  if (lacking.length > 0) missing(tally, `${says}: ${lacking.join(', ')} missing`);
  judgeTold({ tally, box, notices, isOff, says });
}

const DAY_MS = 86_400_000;

/** In a run an end moves in steps of less than a day (`journeys.ts`): only a restore lets the store miss one. */
const isEndDoubted = (gaps: UseFacts['gaps'], { is_doubted, ends_ms }: EsimRow, { lived }: Journey) =>
  gaps.length > 0 && is_doubted && ends_ms !== null && lived.life.endsAt < ends_ms - DAY_MS;

/** A notice of one kind about one plan. */
function judgeTwice(tally: UseTally, notices: readonly NoticeRow[], says: string): void {
  for (const kind of Map.groupBy(notices, (each) => `${each.position} ${each.kind}`).values())
    if (kind.length > 1) wrong(tally, `${says}: ${kind[0]!.kind} twice`);
}

const stateOf = ({ lived: { life, plan }, steps }: Journey) =>
  `${life.plan}, ${Math.round(life.usedMb)} of ${plan.dataMb} MB, until ${new Date(life.endsAt).toISOString()}, ${steps.length} steps open`;

/** An answer between a backup and its restore may be forgotten. */
const isLost = (gaps: UseFacts['gaps'], at: number) =>
  gaps.some(({ backupAt, restoredAt }) => at >= backupAt && at <= restoredAt);

/** No notice is sent after a refund or during a dispute. A restore may take the refund back for a while. */
function judgeStopped(given: {
  gaps: UseFacts['gaps'];
  tally: UseTally;
  journey: Journey;
  notices: readonly NoticeRow[];
  says: string;
}): void {
  const { gaps, tally, journey, notices, says } = given;
  const { stoppedAt, whenStopped } = journey;
  if (stoppedAt === null || whenStopped === null || gaps.some(({ restoredAt }) => restoredAt >= stoppedAt)) return;
  const more = notices.filter(({ kind }) => !whenStopped.includes(kind));
  if (more.length > 0) wrong(tally, `${says}: ${kindsOf(more)} after its money went back or was held`);
}

/** The highest threshold has a notice that was sent; a lower one was sent before, or passed with it. Its mail is there, unless it is off. */
function judgeTold(given: {
  tally: UseTally;
  box: Mailbox;
  notices: readonly NoticeRow[];
  isOff: boolean;
  says: string;
}): void {
  const { tally, box, notices, isOff, says } = given;
  const highest = highestOf(notices.map(({ kind }) => kind));
  const told = notices.find(({ kind }) => kind === highest);
  if (!told) return;
  if (!told.told) wrong(tally, `${says}: ${told.kind} is recorded and was not told`);
  if (isOff || !told.mailed) return;
  const mails = box.rows.filter((each) => each.notice_id === told.id);
  if (!mails.some(({ id }) => box.byId.has(id))) missing(tally, `${says}: no mail about ${told.kind}`);
}

/** Each notice has at most one mail, which may arrive twice under one Message-ID. */
function judgeMails(gaps: UseFacts['gaps'], tally: UseTally, { rows, byId }: Mailbox): void {
  const known = new Set(rows.map(({ id }) => id));
  for (const same of Map.groupBy(rows, ({ notice_id }) => notice_id).values())
    if (same.length > 1) wrong(tally, `notice ${same[0]!.notice_id} has ${same.length} mails`);
  const strangers = [...byId.keys()].filter((id) => !known.has(id));
  tally.mailsOfLost = strangers.length;
  if (strangers.length > 0 && gaps.length === 0) wrong(tally, `${strangers.length} mails belong to no notice`);
}

/** The counts, a line each. */
export const linesOfUse = (tally: UseTally): string[] => {
  const list = (counts: Record<string, number>) =>
    Object.entries(counts)
      .toSorted(([a], [b]) => a.localeCompare(b))
      .map(([name, count]) => `${count} ${name}`)
      .join(', ') || 'none';
  return [
    `eSIMs in use           ${list(tally.esimsUsed)}; not used ${tally.esimsNotUsed}, given to a later order ${tally.esimsHidden}, end doubted after a restore ${tally.esimsDoubted}, used elsewhere ${tally.esimsElsewhere}, stopped ${tally.esimsStopped}, mails off ${tally.esimsOff}`,
    `notices                ${list(tally.notices)}; recorded with a higher one ${tally.recorded}`,
    `notice mails           ${tally.mails}, repeated ${tally.mailsRepeated}, of lost notices ${tally.mailsOfLost}`,
    `notices missing, wrong ${tally.missing}, ${tally.wrong}`,
  ];
};
