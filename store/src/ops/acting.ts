import type { Acting } from '../shared/operator.ts';
import type { Options } from './options.ts';

/**
 * Who acts on the command line, why, whether it is only tried, and the version that was shown. Without `--seen` the action
 * decides by the state that it finds: what the command itself has read a moment before was not shown to anybody.
 */
export const actingOf = ({ by, reason, dryRun, seen }: Pick<Options, 'by' | 'reason' | 'dryRun' | 'seen'>): Acting => ({
  actor: { kind: 'command-line', name: by },
  reason,
  dryRun,
  seen,
});
