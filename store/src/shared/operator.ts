/** What the actions of the desk need; a staff member has some of them (`flows/desk/actions.ts` says which needs which). */
export const RIGHTS = ['orders', 'money', 'support', 'books', 'catalogue', 'accounts', 'installation'] as const;
export type Right = (typeof RIGHTS)[number];

/** Who acts. The command line and the store's own jobs may do everything: their reach is that of the machine. */
export type Actor =
  | { kind: 'staff'; name: string; rights: readonly Right[] }
  | { kind: 'command-line' | 'job'; name: string };

/** An action of the desk: who acts and why, which is recorded, and whether it is only tried. */
export type Acting = {
  actor: Actor;
  reason?: string | undefined;
  dryRun?: boolean | undefined;
  /**
   * The version of the thing that the actor was shown (`seen` of what a reading returned): the action is refused when
   * it has changed since. Left out: the action decides by the state that it finds.
   */
  seen?: string | undefined;
};
