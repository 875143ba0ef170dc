import { loadDataSettings } from '#src/config/config.ts';
import { parseCommand } from '../../scripts/ops/commands.ts';
import { createSite } from '../../scripts/ops/site.ts';
import type { World } from './world.ts';

/** What `npm run ops -- …` prints for a line of words, or for these words. */
export async function ops(
  world: Pick<World, 'db' | 'env'>,
  line: string | string[],
  env: Record<string, string> = world.env,
): Promise<string[]> {
  const command = parseCommand(typeof line === 'string' ? line.split(' ') : line);
  if (command === undefined) throw new Error(`no such command: ${String(line)}`);
  const site = createSite(loadDataSettings(env), { env, progress: () => undefined });
  return (await command.run(site, (work) => work(world.db))).lines;
}
