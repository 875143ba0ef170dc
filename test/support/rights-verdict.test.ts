import { describe, expect, test } from 'vitest';
import type {
  LineFact,
  PaidBack,
  ProfileFact,
  RequestFact,
  RightsFacts,
  WithdrawalFact,
} from '../../bench/chaos/rights-facts.ts';
import { type Declared, newTrace, type RightsTrace, STRANGER } from '../../bench/chaos/rights-trace.ts';
import { linesOfRights } from '../../bench/chaos/rights-tally.ts';
import { compareRights } from '../../bench/chaos/rights-verdict.ts';

/** Each rule by which a run with faults judges refunds by oneself, requests and withdrawals, against a planted violation. */

const NOW = Date.UTC(2026, 10, 15, 12);
const HOUR = 3_600_000;
const GAP = { backupAt: NOW - HOUR, restoredAt: NOW + HOUR };

const line = (changes: Partial<LineFact> = {}): LineFact => ({
  id: 'line-1',
  order_id: 'order-1',
  number: 1,
  purpose: 'profile',
  order_status: 'fulfilled',
  line_status: 'fulfilled',
  amount: 1_100,
  kept: 0,
  issued: 1,
  issued_as: 'esim-access B1',
  isUseDue: true,
  ...changes,
});
const gone = (changes: Partial<LineFact> = {}) =>
  line({ order_status: 'refunded', line_status: 'refunded', ...changes });
const request = (changes: Partial<RequestFact> = {}): RequestFact => ({
  id: 'request-1',
  order_id: 'order-1',
  line_id: 'line-1',
  kind: 'unused',
  state: 'done',
  why: null,
  amount: 1_100,
  kept: 0,
  profile: 'returned',
  is_paid: true,
  was_unused: true,
  ...changes,
});
const back = (changes: Partial<PaidBack> = {}): PaidBack => ({
  id: 're_1',
  orderId: 'order-1',
  amount: 1_100,
  refundId: 'refund-1',
  ofLine: { 1: 1_100 },
  ...changes,
});
const profile = (changes: Partial<ProfileFact> = {}): ProfileFact => ({
  iccid: '8943',
  isReturned: true,
  isEnded: false,
  claims: 0,
  ...changes,
});
const profiles = (changes: Partial<ProfileFact> = {}, key = 'esim-access B1') => new Map([[key, profile(changes)]]);
const trace = (changes: Partial<RightsTrace> = {}): RightsTrace => ({ ...newTrace(), ...changes });
const asked = (changes: Partial<RightsTrace['asked'][number]> = {}) => ({
  orderId: 'order-1',
  line: 1,
  what: 'unused' as const,
  firstAt: NOW,
  acceptedAt: NOW + 1,
  ...changes,
});
const used = (at: number, usedMb = 300) => ({ orderId: 'order-1', line: 1, usedMb, dataMb: 1_000, at });

/** An unused eSIM that was given back. */
const facts = (changes: Partial<RightsFacts> = {}): RightsFacts => ({
  gaps: [],
  trace: trace({ asked: [asked()] }),
  lines: [gone()],
  requests: [request()],
  losses: [],
  withdrawals: [],
  documents: [],
  taken: new Map([['order-1', 1_100]]),
  paidBack: [back()],
  profiles: profiles(),
  inbox: [],
  ...changes,
});
const violationsOf = (changes: Partial<RightsFacts>) => compareRights(facts(changes)).violations;
const says = (...words: string[]) =>
  words.map((each) => expect.stringMatching(new RegExp(`^rights: .*${each}`)) as unknown as string);

const KEPT = { kept: 330 };
/** An eSIM of which 300 of 1,000 MB were used, and whose buyer withdrew. */
const withdrawn = (changes: Partial<RightsFacts> = {}): RightsFacts =>
  facts({
    trace: trace({ used: [used(NOW - HOUR)], declared: [declared()] }),
    lines: [gone(KEPT)],
    requests: [request({ kind: 'withdrawal', amount: 770, ...KEPT, profile: 'ended', was_unused: false })],
    paidBack: [back({ amount: 770, ofLine: { 1: 770 } })],
    profiles: profiles({ isReturned: false, isEnded: true }),
    withdrawals: [row()],
    inbox: [received(), outcome()],
    ...changes,
  });
const declared = (changes: Partial<Declared> = {}): Declared => ({
  reference: 'ABCDEFGH',
  email: 'amara@example.com',
  by: 'owner',
  orderId: 'order-1',
  at: NOW,
  ...changes,
});
const row = (changes: Partial<WithdrawalFact> = {}): WithdrawalFact => ({
  id: 'withdrawal-1',
  number: 'ABCDEFGH',
  state: 'carried-out',
  name: 'Amara',
  email: 'amara@example.com',
  order_id: 'order-1',
  proof: 'owner',
  at: NOW,
  line_ids: ['line-1'],
  is_whole: false,
  ...changes,
});
const mail = (id: string, subject: string, to = 'amara@example.com') => ({
  messageId: `<${id}@store.example>`,
  to: [to],
  subject,
  text: 'Reference: ABCDEFGH',
});
const received = (id = 'mail-1') => mail(id, 'Your withdrawal is received, reference ABCDEFGH');
const outcome = () => mail('mail-2', 'Your withdrawal ABCDEFGH: what goes back');
const withdrawnSays = (changes: Partial<RightsFacts>) => compareRights(withdrawn(changes)).violations;

test('what went right is no violation, and is counted', () => {
  const tally = compareRights(facts());
  expect(tally).toMatchObject({
    lines: { refunded: 1 },
    requests: { 'unused done': 1 },
    profiles: { returned: 1 },
    violations: [],
  });
  expect(linesOfRights(tally)[1]).toContain('1 unused done');
  const kept = withdrawn({ inbox: [received(), received(), outcome()] });
  expect(compareRights(kept)).toMatchObject({
    lines: { partly: 1 },
    declarations: { 'carried-out (owner)': 1 },
    mailsRepeated: 1,
    violations: [],
  });
  const plain = { lines: [line()], requests: [], paidBack: [], trace: trace() };
  expect(compareRights(facts(plain))).toMatchObject({ lines: { delivered: 1 }, violations: [] });
});

describe('of money, a violation is', () => {
  test('a line with neither its eSIM nor its price, with both, or with a part of its price', () => {
    const alone = { requests: [], trace: trace() };
    expect(violationsOf({ ...alone, lines: [gone({ line_status: 'refunding' })] })).toEqual(
      says('neither an eSIM nor its price'),
    );
    expect(violationsOf({ ...alone, lines: [line()] })).toEqual(says('it has its eSIM, and money of it'));
    expect(violationsOf({ ...alone, lines: [line({ issued: 0 })], paidBack: [] })).toEqual(says('without one eSIM'));
    expect(violationsOf({ paidBack: [back({ amount: 700, ofLine: { 1: 700 } })] })).toEqual(says('are not its price'));
    // The dashboard names no line: the whole payment went back.
    expect(violationsOf({ paidBack: [back({ refundId: null, ofLine: {} })] })).toEqual([]);
  });

  test('more than the price, in the ledger or by requests', () => {
    const two = [back(), back({ id: 're_2', refundId: 'refund-2' })];
    expect(violationsOf({ paidBack: two, taken: new Map([['order-1', 2_200]]) })).toEqual(says('more than its price'));
    expect(violationsOf({ paidBack: [back({ amount: 1_200 })] })).toEqual(says('1200 cents went back, 1100 were paid'));
    expect(withdrawnSays({ lines: [gone({ kept: 400 })] })).toEqual(says('more than its price'));
    const part = request({ id: 'request-0', kind: 'fault', state: 'granted', amount: 150, profile: null });
    expect(violationsOf({ requests: [part, request()] })).toEqual(
      says('1250 cents were refunded for it in 2 requests'),
    );
  });

  test('a refund of ours that was made twice, also of an order that a restore has lost', () => {
    const halves = [back({ amount: 550, ofLine: { 1: 550 } }), back({ id: 're_2', amount: 550, ofLine: { 1: 550 } })];
    expect(violationsOf({ paidBack: halves })).toEqual(says('refund refund-1 of order order-1 was made 2 times'));
    expect(violationsOf({ lines: [], requests: [], trace: trace(), gaps: [GAP], paidBack: halves })).toEqual(
      says('was made 2 times'),
    );
  });

  test('kept for more than was used, or without consent', () => {
    const barely = trace({ used: [used(NOW - HOUR, 200)], declared: [declared()] });
    expect(withdrawnSays({ trace: barely })).toEqual(says('330 cents are kept, and 221 were used'));
    expect(withdrawnSays({ lines: [gone({ ...KEPT, isUseDue: false })] })).toEqual(says("without the buyer's consent"));
  });
});

describe('of a request, a violation is', () => {
  test('one that is stuck, unless a dispute holds the money', () => {
    for (const state of ['giving-back', 'refunding'])
      expect(violationsOf({ requests: [request({ state })] })).toEqual(says('it is stuck'));
    const held = { lines: [gone({ order_status: 'disputed' })], requests: [request({ state: 'refunding' })] };
    expect(violationsOf(held)).toEqual([]);
    expect(violationsOf({ lines: [line()], paidBack: [] })).toEqual(says('its line is not refunded'));
    expect(violationsOf({ lines: [] })).toEqual(says('about no line that was paid'));
  });

  test('a refund by oneself of what was used before it was asked for, or before it was given back', () => {
    const before = trace({ used: [used(NOW - 1)], asked: [asked()] });
    expect(violationsOf({ trace: before })).toEqual(says('used before it was asked for'));
    const meanwhile = trace({ used: [used(NOW + 1)], asked: [asked()] });
    expect(violationsOf({ trace: meanwhile })).toEqual(says('used before it was given back'));
    // A person decides about it.
    const handed = { state: 'asked', why: 'used', is_paid: false, profile: null };
    const decided = { trace: meanwhile, lines: [line()], paidBack: [], requests: [request(handed)] };
    expect(violationsOf(decided)).toEqual([]);
    // Where the wholesaler takes nothing back at once, the reading decides.
    const first = { issued_as: 'airalo 1' };
    const claimed = request({ profile: 'asked' });
    const loss = { line_id: 'line-1', wholesaler: 'airalo', state: 'claimed', claim_ref: '20001' };
    const at = profiles({ isReturned: false, claims: 1 }, 'airalo 1');
    const raced = { lines: [gone(first)], requests: [claimed], losses: [loss], profiles: at };
    expect(violationsOf({ ...raced, trace: meanwhile })).toEqual([]);
    expect(violationsOf({ ...raced, trace: before })).toEqual(says('used before it was asked for'));
  });

  test('one that was accepted and is not there, unless a restore took it', () => {
    const none = { requests: [], lines: [line()], paidBack: [] };
    expect(violationsOf(none)).toEqual(says('unused was accepted, and there is no request'));
    expect(compareRights(facts({ ...none, gaps: [GAP] }))).toMatchObject({ requestsLost: 1, violations: [] });
  });
});

describe('of a profile, a violation is', () => {
  const lost = { line_id: 'line-1', wholesaler: 'esim-access', state: 'open', claim_ref: null };
  const kept = profiles({ isReturned: false });

  test('neither given back nor listed, or not what the books say', () => {
    expect(violationsOf({ requests: [request({ profile: 'unknown' })], profiles: kept })).toEqual(
      says('neither given back nor listed as a loss'),
    );
    expect(violationsOf({ requests: [request({ profile: 'unknown' })], profiles: kept, losses: [lost] })).toEqual([]);
    expect(violationsOf({ profiles: kept })).toEqual(says('has not taken it back'));
    const ended = { requests: [request({ profile: 'ended' })], losses: [lost] };
    expect(violationsOf({ ...ended, profiles: kept })).toEqual(says('has not ended it'));
    expect(violationsOf({ requests: [request({ profile: 'to-return' })] })).toEqual(says('nothing was done'));
  });

  test('a claim that its wholesaler does not know, that was made twice, or a loss that was given back', () => {
    const asking = {
      requests: [request({ profile: 'asked' })],
      losses: [{ ...lost, state: 'claimed', claim_ref: '1' }],
    };
    expect(violationsOf({ ...asking, profiles: kept })).toEqual(says('knows no claim'));
    const twice = { ...asking, profiles: profiles({ isReturned: false, claims: 2 }) };
    expect(violationsOf(twice)).toEqual(says('claimed 2 times'));
    expect(compareRights(facts({ ...twice, gaps: [GAP] }))).toMatchObject({ claimsRepeated: 1, violations: [] });
    expect(violationsOf({ losses: [lost] })).toEqual(says('listed as a loss, and was given back'));
    expect(compareRights(facts({ losses: [lost], gaps: [GAP] }))).toMatchObject({ lossesReturned: 1, violations: [] });
  });
});

describe('of a declaration, a violation is', () => {
  const strangers = row({ name: STRANGER, proof: 'none', state: 'received' });

  test('a stranger’s that was carried out, or a refund that nobody’s proof carries', () => {
    const plain = { lines: [line()], requests: [], paidBack: [], trace: trace() };
    expect(violationsOf({ ...plain, withdrawals: [strangers] })).toEqual([]);
    expect(violationsOf({ ...plain, withdrawals: [{ ...strangers, proof: 'mailbox', state: 'carried-out' }] })).toEqual(
      says('a stranger.s was carried out'),
    );
    const used300 = trace({ used: [used(NOW - HOUR)] });
    expect(withdrawnSays({ trace: used300, withdrawals: [strangers] })).toEqual(says('declaration was proved'));
    expect(withdrawnSays({ trace: used300, withdrawals: [row({ line_ids: ['line-2'] })] })).toEqual(
      says('declaration was proved'),
    );
    expect(withdrawnSays({ trace: used300, withdrawals: [row({ line_ids: [], is_whole: true })] })).toEqual([]);
  });

  test('one that is proved and waits', () => {
    expect(withdrawnSays({ withdrawals: [row({ state: 'proved' })] })).toEqual(says('was not carried out'));
  });

  test('one without its mails, unless a restore took it', () => {
    expect(withdrawnSays({ inbox: [outcome()] })).toEqual(says('no mail confirms it'));
    expect(withdrawnSays({ inbox: [received()] })).toEqual(says('no mail says what goes back'));
    expect(withdrawnSays({ inbox: [received(), received('mail-3'), outcome()] })).toEqual(
      says('2 different mails confirm it'),
    );
    const elsewhere = { ...received(), to: ['other@example.com'] };
    expect(withdrawnSays({ inbox: [elsewhere, outcome()] })).toEqual(says('no mail confirms it'));
    const forgotten = { lines: [line()], requests: [], paidBack: [], withdrawals: [], inbox: [] };
    expect(withdrawnSays(forgotten)).toEqual(says('was confirmed and does not exist'));
    expect(compareRights(withdrawn({ ...forgotten, gaps: [GAP] }))).toMatchObject({
      declarationsLost: 1,
      violations: [],
    });
  });
});

test('a number that was shown for an order must not be another one’s', () => {
  const shown = [{ number: 'R-2026-0001', orderId: 'order-1', kind: 'receipt', at: NOW }];
  expect(violationsOf({ trace: trace({ shown }) })).toEqual(says('was shown and does not exist'));
  expect(compareRights(facts({ trace: trace({ shown }), gaps: [GAP] }))).toMatchObject({
    numbersShown: 1,
    numbersLost: 1,
    violations: [],
  });
});
