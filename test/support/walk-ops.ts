import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'vitest';
import { COMMAND_WORDS, parseCommand } from '#src/ops/commands.ts';
import { emptyDatabase } from './database.ts';
import { exportedUser, FIREBASE_HASHES } from './firebase-export.ts';
import { bought } from './shop.ts';
import { ticketsIn } from './tickets.ts';
import { until } from './wire.ts';
import type { Ground } from './walk.ts';

/** A command line, the exit code, and what it prints. */
type Line = [words: string[], code: number, prints: RegExp];

/** What the lines name: an order, a ticket and files of this store. */
type Subjects = { order: string; buyer: string; ticket: string; email: string; folder: string; empty: string };

const NOT_THERE = randomUUID();

/** Every command, in three series that do not depend on each other. Each is in an order in which it has what it needs. */
const seriesFor = ({ order, buyer, ticket, email, folder, empty }: Subjects): Line[][] => [
  [
    [['find', buyer], 0, /fulfilled .* profile /],
    [['order', 'show', order], 0, /fulfilled/],
    [['order', 'send', order, '--reason', 'asked by phone'], 0, /mail to .*: 1 eSIM/],
    [['order', 'address', order, `new-${buyer}`, '--reason', 'a typo'], 0, /address of order/],
    [['order', 'retry', order], 0, /fulfilled/],
    [['audit', order], 0, /order\.send .* because asked by phone/],
    [['audit'], 0, /order\.send/],
    [['order', 'release', order], 1, /not held/],
    [['refund', 'close', NOT_THERE, 'settled'], 1, /no such refund/],
    [['refund', 'assign', NOT_THERE, 'none', 'settled'], 1, /no such refund/],
    [['replacement', 'request', order, '--reason', 'a new phone', '--dry-run'], 0, /dry run/],
    [['replacement', 'request', order, '--reason', 'a new phone'], 0, /replacement \S+: requested/],
    [['replacements'], 0, /await a person: [1-9]/],
    [['auto-top-up', 'off', order, '--reason', 'asked by phone'], 1, /no auto top-up/],
    [['replacement', 'approve', NOT_THERE], 1, /no such replacement/],
    [['replacement', 'refuse', NOT_THERE, 'not', 'theirs'], 1, /no such replacement/],
    [['refund-requests'], 0, /await a person: /],
    [['refund-request', 'grant', NOT_THERE, 'as', 'agreed'], 1, /no such request/],
    [['refund-request', 'refuse', NOT_THERE, 'it', 'worked'], 1, /no such request/],
    [['losses'], 0, /not given back: /],
    [['loss', 'claim', NOT_THERE], 1, /no such loss/],
    [['loss', 'paid', NOT_THERE], 1, /no such loss/],
    [['loss', 'write-off', NOT_THERE, 'never', 'answered'], 1, /no such loss/],
    [['receipt', 'correct', order, 'company=Example', '--reason', 'asked by mail', '--dry-run'], 0, /dry run/],
    [['withdrawals'], 0, /await a person: \d/],
    [['withdrawal', 'carry-out', NOT_THERE, order, '--reason', 'theirs'], 1, /no such withdrawal/],
    [['withdrawal', 'answer', NOT_THERE, 'not', 'yours'], 1, /no such withdrawal/],
    [['disputes'], 0, /disput/i],
    [['tax', 'oss', '2026-Q4'], 1, /has no "tax"/],
    [['tax', 'home', '2026-Q4'], 1, /has no "tax"/],
    [['tax', 'gb', '2026-Q4'], 1, /has no "tax"/],
    [['mails', 'retry'], 0, /mail/i],
    [['orders', 'stuck'], 0, /./],
    [['reconcile'], 0, /./],
    [['wholesalers'], 0, /orders +taken/],
    [['differences'], 0, /./],
    [['difference', 'close', NOT_THERE, 'settled'], 1, /no such refund or difference/],
    [['database', 'lost-time'], 0, /Noted/],
    [['quiet', 'end'], 0, /not quiet/],
    [['doctor', '--json'], 0, /"ok": true/],
    [['order', 'refund', order, '--amount', '1.00', '--reason', 'sorry', '--dry-run'], 0, /dry run/],
    [['order', 'refund', order, '--reason', 'does not work'], 0, /refund/],
  ],
  [
    [['ticket', 'list', 'all'], 0, new RegExp(ticket)],
    [['ticket', 'show', ticket], 0, new RegExp(ticket)],
    [['ticket', 'answer', ticket, 'Restart the phone.'], 0, /./],
    [['ticket', 'close', ticket], 0, /./],
    [
      [
        'identity',
        'import',
        path.join(folder, 'users.json'),
        ...Object.entries(FIREBASE_HASHES).flatMap(([name, value]) => [`--${name}`, value]),
      ],
      0,
      /1/,
    ],
    [['identity', 'export', path.join(folder, 'exported.json')], 0, /./],
    [['identity', 'factors', email], 0, /./],
    [['identity', 'factors', 'remove', email], 0, /no second factors/],
    [['account', 'show', email], 0, new RegExp(email)],
    [['account', 'export', email, '--reason', 'asked by mail'], 0, /"securityEvents"/],
    [['account', 'delete', email, '--reason', 'asked by mail'], 0, /deleted/],
    [['identity', 'policy', 'show'], 0, /./],
    [['identity', 'policy', 'set', 'minPasswordLength=12'], 0, /12/],
    [['identity', 'policy', 'history'], 0, /12/],
  ],
  [
    [['catalogue', 'diff'], 0, /./],
    [['catalogue', 'import', '--country', 'FR', '--dry-run'], 0, /./],
    [['catalogue', 'publish', 'france', '--dry-run'], 0, /./],
    [['catalogue', 'hide', 'france', '--dry-run'], 0, /./],
    [['catalogue', 'price', 'france-3gb', '12.00', '--dry-run'], 0, /./],
    [['catalogue', 'package', 'france-3gb', 'no-package', '--dry-run'], 1, /lists no package/],
    [['catalogue', 'sources', 'france'], 0, /./],
    [['catalogue', 'source', 'add', 'france-3gb', 'no-package', 'airalo', '--dry-run'], 1, /lists no package/],
    [['catalogue', 'source', 'order', 'france-3gb', 'airalo/france-30days-3gb', '--dry-run'], 0, /Nothing to change/],
    [['catalogue', 'source', 'remove', 'france-3gb', 'france-30days-3gb', 'airalo', '--dry-run'], 1, /no other source/],
    [['catalogue', 'source', 'test', 'france'], 0, /can deliver/],
    [['catalogue', 'history'], 0, /./],
    [['service-account', 'create', 'walk-ops'], 0, /private_key/],
    [['service-account', 'list'], 0, /walk-ops/],
    [['service-account', 'revoke', 'walk-ops'], 0, /Revoked/],
    [['service-account', 'ca'], 0, /BEGIN CERTIFICATE/],
    [['migrate', 'plan'], 0, /No migration is pending/],
    [['migrate', 'status'], 0, /applied/],
    [['migrate', 'run'], 0, /No migration is pending/],
    [['backup', path.join(folder, 'store.backup')], 0, /./],
    [['restore', path.join(folder, 'store.backup'), '--into', empty], 0, /./],
  ],
];

/**
 * Runs every `ops` command once, each in a process of its own, three at a time. Fails for a command that has no line
 * here.
 */
export async function walkOps(ground: Ground): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'cairn-walk-'));
  const empty = await emptyDatabase();
  try {
    const buyer = await until(() => bought(ground.app), { what: 'a purchase, once the plans are checked' });
    const { number: ticket } = await ticketsIn(() => ground).open();
    const user = await exportedUser(1, { password: 'a long walk over the pass' });
    await writeFile(path.join(folder, 'users.json'), JSON.stringify({ users: [user] }));
    const subjects = { order: buyer.order.id, buyer: buyer.email, ticket, email: user.email, folder, empty: empty.url };
    const series = seriesFor(subjects);
    expect(new Set(series.flat().map(([words]) => parseCommand(words).words))).toEqual(new Set(COMMAND_WORDS));

    const walk = async (lines: Line[]) => {
      for (const [words, code, prints] of lines) {
        const ended = await ground.ops(words);
        expect.soft(ended, words.join(' ')).toEqual({ code, output: expect.stringMatching(prints) });
        expect.soft(ended.output, words.join(' ')).not.toMatch(/\n\s+at /);
      }
    };
    await Promise.all(series.map(walk));
    expect((await stat(path.join(folder, 'exported.json'))).size).toBeGreaterThan(100);
  } finally {
    await empty.drop();
    await rm(folder, { recursive: true });
  }
}
