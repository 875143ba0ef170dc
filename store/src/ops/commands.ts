import { parseArgs } from 'node:util';
import type { Db } from '../db/database.ts';
import type { Reporting } from '../db/reporting.ts';
import { didYouMean } from '../shared/nearest.ts';
import { ACCOUNT_COMMANDS } from './commands/accounts.ts';
import { AUTO_TOP_UP_COMMANDS } from './commands/auto-top-ups.ts';
import { ORDER_COMMANDS } from './commands/orders.ts';
import { REFUND_REQUEST_COMMANDS } from './commands/refund-requests.ts';
import { REPLACEMENT_COMMANDS } from './commands/replacements.ts';
import { STORE_COMMANDS } from './commands/store.ts';
import { TAX_COMMANDS } from './commands/tax.ts';
import { WITHDRAWAL_COMMANDS } from './commands/withdrawals.ts';
import { ARGUMENTS } from './arguments.ts';
import type { Command, Outcome } from './command.ts';
import { createDesks } from './desks.ts';
import { INSTALLATION_COMMANDS } from './installation.ts';
import { MIGRATE_COMMANDS } from './migrate.ts';
import { UsageError } from './ops-error.ts';
import { OPS } from './ops-command.ts';
import { type OptionName, OPTIONS, optionsOf } from './options.ts';
import { quietNotice } from './quiet.ts';
import type { Site } from './site.ts';
import { helpFor, nearest, optionsIn, syntaxOf, usageOf } from './usage.ts';

/** Every command, in the order of the usage text. */
export const COMMANDS: readonly Command[] = [
  ...ORDER_COMMANDS,
  ...REPLACEMENT_COMMANDS,
  ...REFUND_REQUEST_COMMANDS,
  ...WITHDRAWAL_COMMANDS,
  ...AUTO_TOP_UP_COMMANDS,
  ...STORE_COMMANDS,
  ...TAX_COMMANDS,
  ...ACCOUNT_COMMANDS,
  ...MIGRATE_COMMANDS,
  ...INSTALLATION_COMMANDS,
];

/** The names of all commands. */
export const COMMAND_WORDS = COMMANDS.map(({ words }) => words);

/** The usage text, one or two lines per command. */
export const USAGE = usageOf(COMMANDS);

type WithDatabase = (
  work: (db: Db, reporting?: Reporting) => Promise<string[]>,
  needs: { anySchema: boolean },
) => Promise<string[]>;

/**
 * The help that a line asks for: `help`, `help order`, `order refund --help`. Undefined when it asks for none. Throws
 * `UsageError`.
 */
export function helpAsked(line: readonly string[]): string | undefined {
  const asks = line[0] === 'help' || line.some((word) => word === '--help' || word === '-h');
  if (!asks) return undefined;
  const words = line.filter((word, at) => !(at === 0 && word === 'help') && word !== '--help' && word !== '-h');
  if (words.length === 0) return USAGE;
  const command = commandOf(words);
  if (command) return helpFor(command);
  const begun = COMMANDS.filter((each) => `${each.words} `.startsWith(`${words.join(' ')} `));
  if (begun.length === 0) throw unknown(words);
  return usageOf(begun);
}

/** Parses a command line. Throws `UsageError`, which says what is wrong. */
export function parseCommand(line: readonly string[]) {
  const command = commandOf(line);
  if (!command) throw unknown(line);
  const { rest, given } = split(command, line.slice(command.words.split(' ').length));
  const values = command.arguments.map((name) => {
    const [word] = rest;
    const value = ARGUMENTS[name].take(rest);
    if (value !== undefined) return value;
    const says = `${name} is ${ARGUMENTS[name].says}`;
    const { words: meant } = nearest(line, longerThan(command));
    const slip = meant === undefined ? '' : `.${didYouMean([meant])}`;
    throw misuse(
      command,
      word === undefined ? `${name} is missing: ${says}` : `"${word}" is not ${name}: ${says}${slip}`,
    );
  });
  if (rest.length > 0) throw misuse(command, `"${rest[0]}" is too much`);
  const missing = command.needs?.find((name) => given[name] === undefined);
  if (missing) throw misuse(command, `--${missing} is missing: ${OPTIONS[missing].says}`);
  return {
    words: command.words,
    values,
    run: async (site: Site, withDatabase: WithDatabase): Promise<Outcome> => {
      const options = optionsOf(given);
      if ('onSite' in command) return command.onSite(site, values, options);
      const run = async (db: Db, reporting?: Reporting) => {
        const notice = command.endsQuiet ? null : await quietNotice(db);
        if (notice !== null) site.progress(notice);
        return command.run(createDesks(db, site, reporting), values, options);
      };
      const lines = await withDatabase(run, { anySchema: command.anySchema ?? false });
      return { lines, exitCode: 0 };
    },
  };
}

/** The command with the most words that this line begins with. */
const commandOf = (line: readonly string[]): Command | undefined =>
  COMMANDS.filter(({ words }) => words.split(' ').every((word, at) => word === line[at])).toSorted(
    (one, other) => other.words.split(' ').length - one.words.split(' ').length,
  )[0];

/** The commands that begin with this one. */
const longerThan = ({ words }: Command) => COMMAND_WORDS.filter((each) => each.startsWith(`${words} `));

const misuse = (command: Command, fault: string) =>
  new UsageError(`${command.words}: ${fault.replace(/[^.?]$/, '$&.')}\n${OPS} ${syntaxOf(command)}`);

/** The fault of a line that begins with no command: the commands that it begins, or the nearest one. */
function unknown(line: readonly string[]): UsageError {
  const [first] = line;
  if (first === undefined) return new UsageError(USAGE.trimEnd());
  const begun = COMMAND_WORDS.filter((words) => words.startsWith(`${line.join(' ')} `));
  if (begun.length > 0) return new UsageError(`The command is not complete: ${begun.join(', ')}.`);
  const { words, given } = nearest(line, COMMAND_WORDS);
  const meant = words === undefined ? [] : [words];
  return new UsageError(`There is no command "${given}".${didYouMean(meant)} "${OPS} help" lists all of them.`);
}

/** Separates options from the other words. */
function split(command: Command, words: string[]) {
  const known = Object.fromEntries(optionsIn(command).map((name) => [name, { type: OPTIONS[name].type }]));
  try {
    const { values, positionals } = parseArgs({ args: words, options: known, allowPositionals: true });
    return { rest: positionals, given: values as Partial<Record<OptionName, string | boolean>> };
  } catch {
    throw misuse(command, faultOf(command, words));
  }
}

/** What is wrong with the options of a line that can't be parsed. */
function faultOf(command: Command, words: readonly string[]): string {
  const names = optionsIn(command);
  const given = words.filter((word) => /^-+\w/.test(word)).map((word) => word.replace(/^-+/, '').replace(/=.*/, ''));
  const wrong = given.find((name) => !names.some((known) => known === name));
  if (wrong === undefined) return `an option has no value, or one that it doesn't take (${given.join(', ')})`;
  const { words: meant } = nearest([wrong], names);
  return `there is no option --${wrong}${meant === undefined ? '' : `; did you mean --${meant}?`}`;
}
