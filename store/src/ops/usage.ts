import { nearestOf } from '../shared/nearest.ts';
import { ARGUMENTS } from './arguments.ts';
import type { CommandWords } from './command.ts';
import { OPS } from './ops-command.ts';
import { type OptionName, OPTIONS } from './options.ts';

const HELP_COLUMN = 21;

/** The usage text of these commands. */
export const usageOf = (commands: readonly CommandWords[]) =>
  `${OPS} COMMAND\n\n${commands.map(usageLines).join('')}\n"${OPS} help COMMAND" explains one.\n`;

/** Everything about one command: what it does, its arguments and its options. */
export function helpFor(command: CommandWords): string {
  const named = [
    ...command.arguments.map((name): [string, string] => [name, ARGUMENTS[name].says]),
    ...optionsIn(command).map((name): [string, string] => [optionText(name), OPTIONS[name].says]),
  ];
  const width = Math.max(0, ...named.map(([name]) => name.length));
  const rows = named.map(([name, says]) => `  ${name.padEnd(width)}  ${says}\n`);
  return [`${OPS} ${syntaxOf(command)}\n\n${command.help}\n`, ...(rows.length > 0 ? ['\n', ...rows] : [])].join('');
}

/** All options of a command. */
export const optionsIn = ({ needs = [], options = [] }: CommandWords): OptionName[] => [...needs, ...options];

/** A command with what it needs, and then what may be left out, in brackets. */
export function syntaxOf(command: CommandWords): string {
  const isOptional = (name: string) => name.startsWith('[');
  return [
    command.words,
    ...command.arguments.filter((name) => !isOptional(name)),
    ...(command.needs ?? []).map(optionText),
    ...command.arguments.filter(isOptional),
    ...(command.options ?? []).map((name) => `[${optionText(name)}]`),
  ].join(' ');
}

const optionText = (name: OptionName) => `--${name}${OPTIONS[name].help && ` ${OPTIONS[name].help}`}`;

function usageLines(command: CommandWords): string {
  const line = `  ${syntaxOf(command)}`;
  const start = line.length + 2 <= HELP_COLUMN ? line.padEnd(HELP_COLUMN) : `${line}\n${' '.repeat(HELP_COLUMN)}`;
  return `${start}${command.help}\n`;
}

/** The known words that these are a slip of, and the part of them that was meant. */
export function nearest(
  line: readonly string[],
  known: readonly string[],
): { words: string | undefined; given: string } {
  const pairs = known.map((words) => ({ known: words, given: line.slice(0, words.split(' ').length).join(' ') }));
  // The longer one of two explains more of the words.
  const [best] = nearestOf(pairs);
  return best ? { words: best.known, given: best.given } : { words: undefined, given: line.slice(0, 2).join(' ') };
}
