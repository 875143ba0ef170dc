import type { Desk } from '../flows/desk/desk.ts';
import type { Acting } from '../shared/operator.ts';
import { OPS } from './ops-command.ts';

/** The commands on the state of the database. */
export const createDatabaseCommands = ({ installation }: Pick<Desk, 'installation'>) => ({
  async sayLostTime(acting: Acting): Promise<string[]> {
    await installation.recordLostTime(acting);
    return [
      'Noted. The running store searches for every open delivery at the wholesaler before it orders.',
      `Then run "${OPS} reconcile": it lists what was paid and delivered in the lost time.`,
    ];
  },

  endQuiet: async (acting: Acting): Promise<string[]> => [
    (await installation.endQuiet(acting))
      ? 'The quiet mode has ended: within seconds every process runs its jobs.'
      : 'This store is not quiet.',
  ],
});
