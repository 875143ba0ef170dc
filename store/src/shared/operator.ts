/** An action of an operator: who acts and why, which is recorded, and whether it is only tried. */
export type OperatorAction = { by: string; reason: string; dryRun: boolean };
