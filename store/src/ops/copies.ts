import type { Config } from '../config/config.ts';
import type { Desk } from '../flows/desk/desk.ts';
import type { Acting } from '../shared/operator.ts';
import { OpsError } from './ops-error.ts';

/** The commands on copies in the cache in front of the store. */
export const createCopyCommands = ({ installation }: Pick<Desk, 'installation'>, config: () => Promise<Config>) => ({
  /** Throws an `OpsError` when no cache that can be purged is configured. */
  async purge(acting: Acting): Promise<string[]> {
    if ((await config()).cdn?.purge === undefined)
      throw new OpsError('No cache that can be purged is configured (CDN=http or CDN=fastly).');
    await installation.purgeCopies(acting);
    return [
      'The running store marks every copy as stale within seconds. The doctor says whether the cache accepts it.',
    ];
  },
});
