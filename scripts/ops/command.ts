import type { ARGUMENTS } from './arguments.ts';
import type { OptionName, Options } from './options.ts';
import type { Site } from './site.ts';

export type CommandWords = {
  words: string;
  arguments: (keyof typeof ARGUMENTS)[];
  /** Options that must be given. */
  needs?: OptionName[];
  options?: OptionName[];
  help: string;
};

/** A command on the installation as a whole, which may run where there is no database, or another one. */
export type SiteCommand = CommandWords & { onSite(site: Site, values: string[], options: Options): Promise<Outcome> };

/** Lines to print, and the exit code. */
export type Outcome = { lines: string[]; exitCode: 0 | 1 };
