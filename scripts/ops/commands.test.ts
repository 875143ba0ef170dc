import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parseCommand, USAGE } from './commands.ts';

const REFUND = '019aa0c0-0000-7000-8000-000000000001';
const documented = [...readFileSync('docs/operations.md', 'utf8').matchAll(/^npm run ops -- (.+?)\s+#/gm)].map(
  ([, line]) => line!,
);
const used = [...USAGE.matchAll(/^ {2}(\S.*?)(?: {2,}|$)/gm)].map(([, line]) => line!);

describe("the operators' commands", () => {
  it('are those in docs/operations.md, and the usage text has each', () => {
    expect(documented.sort()).toEqual(used.map((line) => line.replace(/ \[.*/, '')).sort());
    for (const line of documented) {
      const words = line
        .replace(/REFUND|DIFFERENCE/, REFUND)
        .replace('PRICE', '4.50')
        .replace('LINES', '2,3')
        .replace('EMAIL', 'ana@example.com')
        .replace('TICKET', 'ABCD1234')
        .replace('SETTINGS', 'minPasswordLength=8')
        .replace('FILE', 'users.json')
        .replace('NAME', 'backend')
        .split(' ');
      expect(parseCommand(words), line).toMatchObject({ words: line.split(/ (?=[A-Z])/)[0] });
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
    expect(parseCommand(['refund', 'assign', REFUND, 'two', 'late'])).toBeUndefined();
    expect(parseCommand(['mails', 'retry'])).toMatchObject({ values: [''] });
    expect(parseCommand(['mails', 'retry', 'refused'])).toMatchObject({ values: ['refused'] });
    expect(parseCommand(['order', 'refund', 'ABCD1234'])).toMatchObject({ values: ['ABCD1234', ''] });
    expect(parseCommand(['order', 'refund', 'ABCD1234', '2'])).toMatchObject({ values: ['ABCD1234', '2'] });
  });

  it.each([
    [[]],
    [['order']],
    [['order', 'show']],
    [['order', 'close', 'ABCD1234']],
    [['order', 'refund', 'ABCD1234', 'EFGH5678']],
    [['refund', 'close', REFUND]],
    [['refund', 'close', 'no-uuid', 'a reason']],
    [['mails', 'retry', 'everything']],
    [['disputes', 'open']],
    [['difference', 'close']],
  ])('%j is no command', (line) => {
    expect(parseCommand(line)).toBeUndefined();
  });
});
