import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ArgumentName } from './arguments.ts';
import { COMMANDS } from './commands.ts';
import type { OptionName } from './options.ts';
import { runOps } from './run.ts';

/** A wrong command line, a missing file and an absent database, for every command: a sentence and an exit code. */

/** Nothing listens on this port. */
const NO_DATABASE = 'postgres://cairn@127.0.0.1:1/cairn';
const UUID = '019aa0c0-0000-7000-8000-000000000001';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'cairn-ops-'));
  await writeFile(path.join(folder, 'users.json'), '{"users":[{"localId":"ana","email":"ana@example.com"}]}');
});
afterAll(() => rm(folder, { recursive: true }));

const EXAMPLES: Record<ArgumentName, string> = {
  ID: UUID,
  EMAIL: 'ana@example.com',
  ADDRESS: 'ana@example.com',
  SEARCH: 'ana@example.com',
  REFUND: UUID,
  DIFFERENCE: UUID,
  REPLACEMENT: UUID,
  REQUEST: UUID,
  LOSS: UUID,
  ANSWER: 'as agreed',
  WITHDRAWAL: UUID,
  DETAILS: 'company=Example',
  TEXT: 'Restart the phone.',
  TICKET: 'ABCD1234',
  '[all]': 'all',
  REASON: 'late',
  '[SUBJECT]': 'ABCD1234',
  '[LINE]': '1',
  LINES: '1',
  '[refused]': 'refused',
  PLAN: 'france-3gb',
  PACKAGE: 'a-package',
  '[WHOLESALER]': 'airalo',
  WHOLESALER: 'airalo',
  SOURCES: 'airalo/a-package',
  WHAT: 'france',
  '[PLAN]': 'france-3gb',
  SETTINGS: 'minPasswordLength=8',
  NAME: 'backend',
  FILE: 'users.json',
  PRICE: '4.50',
  QUARTER: '2026-Q4',
};
const OPTION_EXAMPLES: Partial<Record<OptionName, string>> = { reason: 'late', into: NO_DATABASE };

type Command = (typeof COMMANDS)[number];
const lineOf = (command: Command, file = path.join(folder, 'users.json')) => [
  ...command.words.split(' '),
  ...command.arguments.map((name) => (name === 'FILE' ? file : EXAMPLES[name])),
  ...(command.needs ?? []).flatMap((name) => [`--${name}`, OPTION_EXAMPLES[name]!]),
];

async function run(line: readonly string[], env: Record<string, string> = {}) {
  let printed = '';
  let complained = '';
  const code = await runOps(line, {
    env: { CAIRN_DATA_DIR: folder, ADMIN_LISTEN: 'http://127.0.0.1:9443', ...env },
    print: (text) => (printed += text),
    complain: (text) => (complained += text),
  });
  expect(printed + complained).not.toMatch(/\n\s+at |node:internal|\.ts:\d|a fault of the program|undefined/);
  return { code, printed, complained };
}

describe.each(COMMANDS.map((command) => [command.words, command] as const))('%s', (words, command) => {
  it('refuses a wrong word and a wrong option, and says what it takes', async () => {
    const takesAny = command.arguments.some((name) =>
      ['SEARCH', 'TEXT', 'REASON', 'SETTINGS', 'ANSWER', 'DETAILS'].includes(name),
    );
    if (!takesAny) {
      const wrong = await run([...lineOf(command), 'wrong', 'words']);
      expect(wrong).toEqual({ code: 2, printed: '', complained: expect.stringContaining(words) });
    }
    const option = await run([...lineOf(command), '--wrong-option']);
    expect(option).toEqual({ code: 2, printed: '', complained: expect.stringContaining('no option --wrong-option') });
  });

  it('names the command that a typo means', async () => {
    const slip = words.replace(/[a-z](?=[a-z]$)/, 'q');
    const { code, complained } = await run([...slip.split(' '), ...lineOf(command).slice(words.split(' ').length)]);
    expect(complained).toContain(`Did you mean "${words}"?`);
    expect(code).toBe(2);
  });

  it('explains itself', async () => {
    const { code, printed } = await run(['help', ...words.split(' ')]);
    expect(code).toBe(0);
    expect(printed).toContain(command.help);
    for (const name of command.arguments) expect(printed).toContain(`  ${name} `);
  });

  it('says that there is no database, or none at its address', async () => {
    for (const env of [{}, { DATABASE_URL: NO_DATABASE }] as Record<string, string>[]) {
      const { code, printed, complained } = await run(lineOf(command), env);
      expect(printed + complained).toMatch(/DATABASE_URL|database|users\.json|not a backup|[Bb]ackup|configuration/);
      expect(code).toBe(1);
    }
  });
});

describe.each(
  COMMANDS.filter(({ arguments: names }) => names.includes('FILE')).map((each) => [each.words, each] as const),
)('%s', (_words, command) => {
  it('says that a file or its folder is missing', async () => {
    const missing = path.join(folder, 'no', 'such', 'file');
    const { code, complained } = await run(lineOf(command, missing), { DATABASE_URL: NO_DATABASE });
    expect(complained).toMatch(/file|folder|database/);
    expect(code).toBe(1);
  });
});
