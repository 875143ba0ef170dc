import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { parseEnv } from 'node:util';
import { type Config, ConfigError, loadConfig } from '../../config/config.ts';
import { modeFacts } from '../../shared/mode.ts';
import { IN_RELEASE } from '../ops-command.ts';
import type { Site } from '../site.ts';
import { failed, type Finding, ok, warning } from './check.ts';

/**
 * The configuration that the store would start with; undefined when it has faults, which the finding names. In sandbox mode the launcher creates credentials and addresses, and stores them in a file
 * while it runs.
 */
export async function readConfig({ settings, env }: Site): Promise<{ config: Config | undefined; finding: Finding }> {
  const { isLocal } = modeFacts(settings.mode);
  const launched = isLocal
    ? await readFile(path.join(settings.dataDir, 'second-process.env'), 'utf8').catch(() => '')
    : '';
  try {
    const config = loadConfig({ ...parseEnv(launched), ...env });
    if (config.warnings.length > 0)
      return {
        config,
        finding: warning(config.warnings.join('\n'), 'docs/configuration.md has the rule of each variable'),
      };
    return { config, finding: ok(`${config.mode} mode`) };
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    const asleep = isLocal && launched === '' && !IN_RELEASE;
    const advice = asleep
      ? 'in sandbox mode start the store first ("npm start"): it creates credentials for its sandboxes'
      : 'fix each variable named; docs/configuration.md has the rules';
    return { config: undefined, finding: failed(error.faults.join('\n'), advice) };
  }
}
