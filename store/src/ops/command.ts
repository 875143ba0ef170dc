import type { ArgumentName } from './arguments.ts';
import type { Desks } from './desks.ts';
import type { OptionName, Options } from './options.ts';
import type { Site } from './site.ts';

export type CommandWords = {
  words: string;
  arguments: ArgumentName[];
  /** Mandatory options. */
  needs?: OptionName[];
  options?: OptionName[];
  help: string;
};

/** A command for the installation, which may run without a database or on another one. */
export type SiteCommand = CommandWords & { onSite(site: Site, values: string[], options: Options): Promise<Outcome> };

/** A command that works on the database. Returns the lines to print. */
export type DeskCommand = CommandWords & {
  /** True for the command that ends the quiet mode: it need not be told of it. */
  endsQuiet?: true;
  /** True for a command that works on the tables of every version since 1.0.0. */
  anySchema?: true;
  run(desks: Desks, values: string[], options: Options): Promise<string[]>;
};

export type Command = DeskCommand | SiteCommand;

/** The options of a command that changes something. */
export const CHANGE: OptionName[] = ['by', 'dry-run'];

/** Those of a change whose reason may be stated. */
export const STATED: OptionName[] = [...CHANGE, 'reason'];

/** Lines to print, and the exit code. */
export type Outcome = { lines: string[]; exitCode: 0 | 1 };
