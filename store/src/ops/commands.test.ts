import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { helpAsked, parseCommand, USAGE } from './commands.ts';
import { UsageError } from './ops-error.ts';

const REFUND = '019aa0c0-0000-7000-8000-000000000001';
const documented = [...readFileSync('docs/operations.md', 'utf8').matchAll(/^npm run ops -- (.+?)\s+#/gm)].map(
  ([, line]) => line!,
);
const used = [...USAGE.matchAll(/^ {2}(\S.*?)(?: {2,}|$)/gm)].map(([, line]) => line!);

/** What a command line is refused with. */
function refusal(line: string): string {
  try {
    parseCommand(line.split(' ').filter((word) => word !== ''));
  } catch (error) {
    expect(error).toBeInstanceOf(UsageError);
    return (error as Error).message;
  }
  throw new Error(`"${line}" is a command`);
}

describe("the operators' commands", () => {
  it('are those in docs/operations.md, and the usage text has each', () => {
    expect(documented.sort()).toEqual(used.map((line) => line.replace(/ \[.*/, '')).sort());
    for (const line of documented) {
      const words = line
        .replace(/REFUND|DIFFERENCE|REPLACEMENT|WITHDRAWAL|LOSS|REQUEST/, REFUND)
        .replace('PRICE', '4.50')
        .replace('QUARTER', '2026-Q4')
        .replace('LINES', '2,3')
        .replace(/EMAIL|ADDRESS/, 'ana@example.com')
        .replace('TICKET', 'ABCD1234')
        .replace('SETTINGS', 'minPasswordLength=8')
        .replace('FILE', 'users.json')
        .replace('SOURCES', 'esim-access/CKH248')
        .replace('WHOLESALER', 'esim-access')
        .replace('NAME', 'backend')
        .replace('DETAILS', 'company=Example')
        .split(' ');
      expect(parseCommand(words), line).toMatchObject({ words: line.split(/ (?=[A-Z-])/)[0] });
    }
  });

  it('parse their arguments: one word, an id, the rest as a reason, or an optional word', () => {
    expect(parseCommand(['order', 'show', 'ABCD1234'])).toMatchObject({ words: 'order show', values: ['ABCD1234'] });
    expect(parseCommand(['refund', 'close', REFUND, 'paid', 'by', 'bank'])).toMatchObject({
      values: [REFUND, 'paid by bank'],
    });
    expect(parseCommand(['refund', 'assign', REFUND, '2,3', 'both', 'late'])).toMatchObject({
      values: [REFUND, '2,3', 'both late'],
    });
    expect(parseCommand(['mails', 'retry'])).toMatchObject({ values: [''] });
    expect(parseCommand(['mails', 'retry', 'refused'])).toMatchObject({ values: ['refused'] });
    const why = ['--reason', 'late'];
    expect(parseCommand(['order', 'refund', 'ABCD1234', ...why])).toMatchObject({ values: ['ABCD1234', ''] });
    expect(parseCommand(['order', 'refund', 'ABCD1234', '2', ...why])).toMatchObject({ values: ['ABCD1234', '2'] });
    expect(parseCommand(['find', 'ana', 'diallo'])).toMatchObject({ values: ['ana diallo'] });
  });

  it.each([
    ['ordr show X', 'There is no command "ordr show". Did you mean "order show"?'],
    ['order sohw X', 'Did you mean "order show"?'],
    ['Disputes', 'Did you mean "disputes"?'],
    ['catalog diff', 'Did you mean "catalogue diff"?'],
    ['frobnicate', 'There is no command "frobnicate". "npm run ops -- help" lists all of them.'],
    ['order', 'The command is not complete: order show, order send, '],
    ['order show', "order show: ID is missing: ID is an order's id"],
    ['order refund ABCD1234', 'order refund: --reason is missing: why, which is recorded.'],
    ['order refund ABCD1234 EFGH5678 --reason late', 'order refund: "EFGH5678" is too much.'],
    ['order refund ABCD1234 --raeson late', 'there is no option --raeson; did you mean --reason?'],
    ['order refund ABCD1234 --reason', 'an option has no value'],
    ['ticket answer ABCD1234 - --raeson', 'ticket answer: there is no option --raeson.'],
    ['refund close no-uuid a reason', '"no-uuid" is not REFUND: REFUND is the id of a refund'],
    [`refund assign ${REFUND} two late`, '"two" is not LINES'],
    [`refund close ${REFUND}`, 'refund close: REASON is missing'],
    ['mails retry everything', 'mails retry: "everything" is too much'],
    ['disputes open', 'disputes: "open" is too much'],
    ['account delete ana --reason x', '"ana" is not ADDRESS'],
    ['restore file', 'restore: --into is missing: an empty database.'],
  ])('refuse %j in words', (line, says) => {
    expect(refusal(line)).toContain(says);
  });

  it('print the usage without a word, and the syntax of a command whose words are wrong', () => {
    expect(refusal('')).toContain('  order show ID');
    expect(refusal('order show')).toContain('\nnpm run ops -- order show ID');
  });

  it('explain themselves: all, a group, or one with its arguments and options', () => {
    expect(helpAsked(['order', 'show', 'X'])).toBeUndefined();
    expect(helpAsked(['help'])).toBe(USAGE);
    expect(helpAsked(['--help'])).toBe(USAGE);
    const group = helpAsked(['help', 'order']);
    expect(group).toContain('order refund ID --reason TEXT [LINE] [--amount AMOUNT] [--by NAME] [--dry-run]');
    expect(group).not.toContain('ticket');
    const one = helpAsked(['help', 'order', 'refund'])!;
    expect(one).toMatch(/\n {2}--amount AMOUNT {2}a part of the money/);
    expect(one).toMatch(/\n {2}ID {15}an order's id/);
    expect(helpAsked(['order', 'refund', '--help'])).toBe(one);
    expect(helpAsked(['order', 'refund', 'ABCD1234', '-h'])).toBe(one);
    expect(() => helpAsked(['help', 'ordr', 'refund'])).toThrow('Did you mean "order refund"?');
  });
});
