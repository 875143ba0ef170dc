import { isLostIn } from './lost.ts';
import type { RequestFact, RightsFacts, WithdrawalFact } from './rights-facts.ts';
import { count, type Judged, wrong } from './rights-tally.ts';
import { type Declared, STRANGER } from './rights-trace.ts';

/** Declarations of withdrawal: each is acknowledged, and only what is proved ends anything. */
export function judgeDeclarations(judged: Judged): void {
  const { facts } = judged;
  const mails = mailsByReference(facts);
  const known = new Map(facts.withdrawals.map((row) => [row.number, row]));
  for (const row of facts.withdrawals) judgeRow(judged, row);
  for (const declared of facts.trace.declared)
    judgeAcknowledged(judged, declared, { row: known.get(declared.reference), mails });
  for (const request of facts.requests) if (request.kind === 'withdrawal') judgeProof(judged, request);
}

const about = ({ number, state, proof, name }: WithdrawalFact) =>
  `declaration ${number} (${state}, ${proof}) of ${name}`;

const PROVED = new Set(['proved', 'carried-out']);

/** A stranger's ends nothing. A proved one is carried out. */
function judgeRow({ tally }: Judged, row: WithdrawalFact): void {
  const isStrangers = row.name === STRANGER;
  count(tally.declarations, `${row.state} (${isStrangers ? 'of a stranger' : row.proof})`);
  if (isStrangers && (row.proof !== 'none' || PROVED.has(row.state)))
    wrong(tally, `${about(row)}: a stranger's was carried out`);
  if (row.state === 'proved') wrong(tally, `${about(row)}: it is proved and was not carried out`);
}

type Mails = ReadonlyMap<string, RightsFacts['inbox']>;

/** Mails that name a reference. */
function mailsByReference({ inbox, trace, withdrawals }: RightsFacts): Mails {
  const references = new Set([
    ...trace.declared.map(({ reference }) => reference),
    ...withdrawals.map(({ number }) => number),
  ]);
  const found = new Map<string, RightsFacts['inbox'][number][]>();
  for (const mail of inbox)
    for (const word of new Set(mail.text.match(/\b[0-9A-HJKMNP-TV-Z]{8}\b/g)))
      if (references.has(word)) found.set(word, [...(found.get(word) ?? []), mail]);
  return found;
}

/** What the page has confirmed is in the books, and its address has a mail that confirms it, once. */
function judgeAcknowledged(
  { facts, tally }: Judged,
  { reference, email, at, by }: Declared,
  { row, mails }: { row: WithdrawalFact | undefined; mails: Mails },
): void {
  if (!row) {
    if (isLostIn(facts.gaps, at)) tally.declarationsLost += 1;
    else wrong(tally, `declaration ${reference} (${by}) was confirmed and does not exist`);
    return;
  }
  const own = (mails.get(reference) ?? []).filter(({ to }) => to.includes(email));
  // The confirmation is the first mail about it: the others say what became of it.
  const received = own.filter(({ subject }) => RECEIVED.test(subject));
  const distinct = new Set(received.map(({ messageId }) => messageId)).size;
  if (distinct === 0) wrong(tally, `${about(row)}: no mail confirms it to ${email}`);
  if (distinct > 1 && facts.gaps.length === 0) wrong(tally, `${about(row)}: ${distinct} different mails confirm it`);
  tally.mailsRepeated += received.length - distinct;
  if (row.state === 'carried-out' && new Set(own.map(({ messageId }) => messageId)).size <= distinct)
    wrong(tally, `${about(row)}: no mail says what goes back`);
}

/** The subject of the confirmation, in both languages. */
const RECEIVED = /received|parvenue/;

/** A withdrawal of a line rests on a declaration that was proved, by its owner, its mailbox or a person. */
function judgeProof({ facts, tally }: Judged, { id, order_id, line_id, state }: RequestFact): void {
  const isProved = facts.withdrawals.some(
    (row) =>
      row.order_id === order_id &&
      row.proof !== 'none' &&
      PROVED.has(row.state) &&
      (row.is_whole || row.line_ids.includes(line_id)),
  );
  if (!isProved)
    wrong(tally, `request ${id} (withdrawal, ${state}) of order ${order_id}: nobody's declaration was proved`);
}
