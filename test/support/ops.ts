import { loadDataSettings } from '#src/config/config.ts';
import { parseCommand } from '#src/ops/commands.ts';
import { createSite } from '#src/ops/site.ts';
import type { World } from './world.ts';

/** Runs `npm run ops -- …` with a command line or an array of arguments. Returns what it prints. */
export async function ops(
  world: Pick<World, 'db' | 'env'>,
  line: string | string[],
  env: Record<string, string> = world.env,
): Promise<string[]> {
  const command = parseCommand(typeof line === 'string' ? line.split(' ') : line);
  const site = createSite(loadDataSettings(env), { env, progress: () => undefined });
  return (await command.run(site, (work) => work(world.db))).lines;
}
