import { describe, expect, test } from 'vitest';
import type { NoticeKind } from '#src/shared/notices.ts';
import type { Journey } from '../../bench/chaos/use.ts';
import type { EsimRow, NoticeMailRow, NoticeRow } from '../../bench/chaos/use-books.ts';
import { compareUse, type UseFacts } from '../../bench/chaos/use-verdict.ts';

/** Each rule by which a run with faults judges the notices, against a violation that was planted. */

const NOW = Date.now();
const HOUR = 3_600_000;

const row = (changes: Partial<EsimRow> = {}): EsimRow => ({
  id: 'esim-1',
  issued_as: 'airalo 1',
  order_id: 'order-1',
  line_position: 0,
  order_status: 'fulfilled',
  line_status: 'fulfilled',
  email: 'amara@example.com',
  ends_ms: NOW + 240 * HOUR,
  data_mb: 1_000,
  is_ended: false,
  is_doubted: false,
  ...changes,
});

const notice = (kind: NoticeKind, changes: Partial<NoticeRow> = {}): NoticeRow => ({
  id: `notice-${kind}`,
  esim_id: 'esim-1',
  position: 0,
  kind,
  told: true,
  mailed: true,
  ...changes,
});

const mailOf = ({ id }: NoticeRow, changes: Partial<NoticeMailRow> = {}): NoticeMailRow => ({
  id: `mail-${id}`,
  notice_id: id,
  sent: true,
  ...changes,
});
const arrived = ({ id }: NoticeMailRow, to = 'amara@example.com') => ({ messageId: `<${id}@store.example>`, to: [to] });

/** A profile of which 800 of 1,000 MB are used, ten days before its end. */
const journey = (changes: Partial<Journey> = {}, usedMb = 800): Journey => ({
  profile: 'airalo 1',
  wholesaler: 'airalo',
  iccid: '8944000000000000001',
  steps: [],
  lived: {
    life: {
      profile: 'enabled',
      plan: 'active',
      phone: 'phone',
      country: 'FR',
      usedMb,
      startedAt: NOW - 240 * HOUR,
      endsAt: NOW + 240 * HOUR,
      seenAt: NOW,
    },
    plan: { dataMb: 1_000, days: 20, starts: 'connection', countries: ['FR'] },
  },
  everDue: new Set<string>(usedMb >= 900 ? ['data-75', 'data-90'] : ['data-75']),
  nextAt: 0,
  refunds: false,
  stoppedAt: null,
  whenStopped: null,
  ...changes,
});

const LOW = notice('data-75');
const LOWER = notice('data-90');
/** A run in which everything went right. */
const facts = (changes: Partial<UseFacts> = {}): UseFacts => ({
  gaps: [],
  journeys: new Map([['airalo 1', journey()]]),
  off: new Map(),
  esims: [row()],
  hidden: new Set(),
  elsewhere: new Set(),
  notices: [LOW],
  inbox: [arrived(mailOf(LOW))],
  mails: [mailOf(LOW)],
  ...changes,
});
const journeys = (changes: Partial<Journey>, usedMb?: number) => new Map([['airalo 1', journey(changes, usedMb)]]);
const violationsOf = (changes: Partial<UseFacts>) => compareUse(facts(changes)).violations;
const one = (...words: string[]) =>
  words.map((each) => expect.stringMatching(new RegExp(`^notices: .*${each}`)) as unknown as string);
/** Between a backup now and a restore an hour later. */
const RESTORED = [{ backupAt: NOW - HOUR, restoredAt: NOW + HOUR }];

test('what went right is no violation, and is counted', () => {
  const tally = compareUse(facts());
  expect(tally).toMatchObject({
    esimsUsed: { airalo: 1 },
    notices: { 'data-75': 1 },
    mails: 1,
    missing: 0,
    wrong: 0,
    violations: [],
  });
  // A mail may arrive twice, under one Message-ID.
  const twice = compareUse(facts({ inbox: [arrived(mailOf(LOW)), arrived(mailOf(LOW))] }));
  expect(twice).toMatchObject({ mails: 2, mailsRepeated: 1, violations: [] });
});

test('an eSIM with several plans is counted, and of its notices only that none comes twice for one plan', () => {
  const again = { ...LOW, id: 'notice-again', position: 1 };
  const given = { elsewhere: new Set(['esim-1']), journeys: new Map(), mails: [mailOf(LOW), mailOf(again)] };
  expect(compareUse(facts({ ...given, notices: [LOW, again] }))).toMatchObject({
    esimsUsed: {},
    esimsElsewhere: 1,
    violations: [],
  });
  expect(violationsOf({ ...given, notices: [LOW, { ...again, position: 0 }] })).toEqual(one('data-75 twice'));
});

describe('a violation is', () => {
  test('a notice that was never due, or about another plan than the one that is used', () => {
    expect(violationsOf({ notices: [LOW, LOWER], mails: [mailOf(LOW), mailOf(LOWER)] })).toContainEqual(
      one('data-90 was never due')[0],
    );
    expect(violationsOf({ notices: [{ ...LOW, position: 1 }] })).toEqual(one('data-75 was never due'));
    expect(violationsOf({ journeys: new Map() })).toEqual(one('told data-75, and it was never used'));
  });

  test('a notice twice, and two mails about one', () => {
    const again = { ...LOW, id: 'notice-again' };
    expect(violationsOf({ notices: [LOW, again], mails: [mailOf(LOW), mailOf(again)] })).toEqual(one('data-75 twice'));
    expect(violationsOf({ mails: [mailOf(LOW), mailOf(LOW, { id: 'mail-2' })] })).toEqual(one('has 2 mails'));
  });

  test('a notice that is due and missing, whose mail is missing, or that was recorded only', () => {
    expect(violationsOf({ notices: [], inbox: [], mails: [] })).toEqual(one('told nothing: data-75 missing'));
    // An eSIM that was replaced is not told about any more.
    expect(violationsOf({ esims: [row({ is_ended: true })], notices: [], inbox: [], mails: [] })).toEqual([]);
    // Its wholesaler gave the profile to a later order as well, and shows that one.
    const hidden = new Set(['airalo 1']);
    expect(compareUse(facts({ hidden, notices: [], inbox: [], mails: [] }))).toMatchObject({
      esimsHidden: 1,
      violations: [],
    });
    // A restore took out the reading before this one, and the store doubts an end that moved so far.
    const doubted = {
      esims: [row({ is_doubted: true, ends_ms: NOW + 270 * HOUR })],
      notices: [],
      inbox: [],
      mails: [],
    };
    expect(compareUse(facts({ ...doubted, gaps: RESTORED }))).toMatchObject({ esimsDoubted: 1, violations: [] });
    expect(violationsOf(doubted)).toEqual(one('data-75 missing'));
    expect(violationsOf({ inbox: [] })).toEqual(one('no mail about data-75'));
    const recorded = { ...LOWER, told: false };
    expect(
      violationsOf({ journeys: journeys({}, 950), notices: [LOW, recorded], mails: [mailOf(LOW), mailOf(recorded)] }),
    ).toContainEqual(one('data-90 is recorded and was not told')[0]);
  });

  test('a mail to a traveller who turned them off, unless a restore forgot that', () => {
    const off = new Map([['order-1', NOW]]);
    const quiet = { ...LOW, mailed: false };
    expect(compareUse(facts({ off, notices: [quiet], inbox: [], mails: [] }))).toMatchObject({
      esimsOff: 1,
      violations: [],
    });
    // A mail arrived, and the notice says that it was mailed: each is one.
    expect(violationsOf({ off, notices: [quiet] })).toEqual(one('1 mails, which are off'));
    expect(violationsOf({ off, inbox: [], mails: [] })).toEqual(one('0 mails, which are off'));
    expect(violationsOf({ off, gaps: RESTORED })).toEqual([]);
  });

  test.each([
    ['refunded', { order_status: 'refunded' }],
    ['about to be refunded', { order_status: 'refund_pending' }],
    ['disputed', { order_status: 'disputed' }],
    ['refunded by its line', { line_status: 'refunded' }],
  ])('a notice after its order was %s', (_, stopped) => {
    const given = {
      esims: [row(stopped)],
      journeys: journeys({ stoppedAt: NOW, whenStopped: ['data-75'] }, 950),
      notices: [LOW, LOWER],
      inbox: [arrived(mailOf(LOW)), arrived(mailOf(LOWER))],
      mails: [mailOf(LOW), mailOf(LOWER)],
    };
    const after = one('told data-75, data-90: data-75, data-90 after its money went back or was held');
    expect(violationsOf({ ...given, journeys: journeys({ stoppedAt: NOW, whenStopped: [] }, 950) })).toEqual(after);
    expect(violationsOf(given)).toEqual(one(': data-90 after its money went back or was held'));
    // Nothing is missing then, and what was told before is right.
    expect(compareUse(facts({ ...given, notices: [LOW] }))).toMatchObject({ esimsStopped: 1, violations: [] });
    // The restore took the refund back for a while.
    expect(violationsOf({ ...given, gaps: RESTORED })).toEqual([]);
  });

  test('a mail of no notice, unless a restore took the notice', () => {
    const inbox = [arrived(mailOf(LOW)), arrived(mailOf(LOWER))];
    expect(violationsOf({ inbox })).toEqual(one('1 mails belong to no notice'));
    expect(compareUse(facts({ inbox, gaps: RESTORED }))).toMatchObject({ mailsOfLost: 1, violations: [] });
  });
});
