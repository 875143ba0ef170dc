import type { ARGUMENTS } from './arguments.ts';
import type { OptionName, Options } from './options.ts';
import type { Site } from './site.ts';

export type CommandWords = {
  words: string;
  arguments: (keyof typeof ARGUMENTS)[];
  /** Mandatory options. */
  needs?: OptionName[];
  options?: OptionName[];
  help: string;
};

/** A command for the installation, which may run without a database or on another one. */
export type SiteCommand = CommandWords & { onSite(site: Site, values: string[], options: Options): Promise<Outcome> };

/** Lines to print, and the exit code. */
export type Outcome = { lines: string[]; exitCode: 0 | 1 };
