export const MODES = ['sandbox', 'staging', 'live'] as const;

/** What a store is for, as `CAIRN_MODE` says. `config/` has the rules of each mode, this file what it means elsewhere. */
export type Mode = (typeof MODES)[number];

type ModeFacts = {
  /** The vendors are sandboxes of this machine, made by `npm start`, and so are database and keys. Only it may call. */
  isLocal: boolean;
  /** Payments and eSIMs are real. */
  isReal: boolean;
  /** A rehearsal that others can open: pages and mails say that nothing is real, and search engines stay away. */
  isRehearsal: boolean;
};

const FACTS: Record<Mode, ModeFacts> = {
  sandbox: { isLocal: true, isReal: false, isRehearsal: false },
  staging: { isLocal: false, isReal: false, isRehearsal: true },
  live: { isLocal: false, isReal: true, isRehearsal: false },
};

/** Code outside `config/` asks for a fact, and never compares the name of a mode (test/house/modes.test.ts). */
export const modeFacts = (mode: Mode): ModeFacts => FACTS[mode];
