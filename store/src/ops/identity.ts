import type { Desk } from '../flows/desk/desk.ts';
import { parseSettings, type PolicySettings } from '../modules/password-policy/desk.ts';
import type { Acting } from '../shared/operator.ts';
import { time } from './format.ts';

/** The sign-in commands. */
export function createIdentityCommands({ installation }: Pick<Desk, 'installation'>) {
  return {
    /** The password policy in force. */
    async showPolicy(): Promise<string[]> {
      const policy = await installation.policy();
      if (!policy) return ['No policy was set: passwords have at least IDENTITY_MIN_PASSWORD_LENGTH characters.'];
      const { version, by, at, settings } = policy;
      return [`version ${version}, set ${time(at)} by ${by}`, ...Object.entries(settings).map(line)];
    },

    async setPolicy(words: readonly string[], acting: Acting): Promise<string[]> {
      const { version, settings } = await installation.setPolicy(parseSettings(words), acting);
      const outcome = acting.dryRun
        ? 'dry run: nothing was saved'
        : `version ${version}: every process follows within a second`;
      return [...Object.entries(settings).map(line), ...noteOf(settings), outcome];
    },

    /** The changes of each policy, newest first. */
    async policyHistory(): Promise<string[]> {
      const all = await installation.policyHistory();
      return all.map(({ version, at, by, settings }, index) => {
        const before = all[index + 1]?.settings;
        const changed = Object.entries(settings).filter(([name, value]) => before?.[name as Name] !== value);
        return `${version}  ${time(at)}  by ${by}  ${changed.map(([name, value]) => `${name}=${value}`).join(' ')}`;
      });
    },
  };
}

type Name = keyof PolicySettings;

const line = ([name, value]: [string, unknown]) => `  ${name}=${String(value)}`;

/** A note on what is easily overlooked. */
function noteOf({ enforcementState, forceUpgradeOnSignin, ...settings }: PolicySettings): string[] {
  const asksForKinds = Object.entries(settings).some(([, value]) => value === true);
  return enforcementState === 'OFF' && (asksForKinds || forceUpgradeOnSignin)
    ? ['note: enforcementState=OFF, so only the length limits apply']
    : [];
}
