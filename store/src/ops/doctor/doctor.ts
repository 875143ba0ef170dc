import { Resolver } from 'node:dns/promises';
import type { Config } from '../../config/config.ts';
import type { Site } from '../site.ts';
import { type Check, codeIn, failed, type Finding, notChecked, type Patient, type State } from './check.ts';
import { CDN_CHECKS } from './cdn.ts';
import { CLAIM_CHECKS } from './claims.ts';
import { readConfig } from './config.ts';
import { DATABASE_CHECKS } from './database.ts';
import { HOOK_CHECKS } from './hooks.ts';
import { KEY_CHECKS } from './keys.ts';
import { MACHINE_CHECKS } from './machine.ts';
import { MAIL_CHECKS } from './mail.ts';
import { PROVIDER_CHECKS } from './providers.ts';
import { PUSH_CHECKS } from './push.ts';
import { REPLICA_CHECKS } from './replica.ts';
import { SOURCE_CHECKS } from './sources.ts';
import { TAX_CHECKS } from './tax.ts';
import { VENDOR_CHECKS } from './vendors.ts';
import { WEB_CHECKS } from './web.ts';
import { wholesalerChecks } from './wholesalers.ts';

/** All checks, in the order of the output; those of wholesalers, one each, need a valid configuration. */
const checksFor = (config: Config | undefined): Check[] => [
  ...DATABASE_CHECKS,
  ...REPLICA_CHECKS,
  ...SOURCE_CHECKS,
  ...MACHINE_CHECKS,
  ...KEY_CHECKS,
  ...WEB_CHECKS,
  ...CDN_CHECKS,
  ...VENDOR_CHECKS,
  ...(config ? wholesalerChecks(config) : []),
  ...PROVIDER_CHECKS,
  ...HOOK_CHECKS,
  ...MAIL_CHECKS,
  ...PUSH_CHECKS,
  ...CLAIM_CHECKS,
  ...TAX_CHECKS,
];

export type Diagnosis = { name: string } & Finding;

/** Runs all checks. Never throws for a finding, and never shows a secret. */
export async function examine(site: Site, { timeoutMs = 10_000 } = {}): Promise<Diagnosis[]> {
  const { config, finding } = await readConfig(site);
  const dns = new Resolver({ timeout: timeoutMs / 2, tries: 2 });
  const findings = await Promise.all(
    checksFor(config).map(async (check) => ({
      name: check.name,
      ...(config ? await inTime(check, { site, config, dns }, timeoutMs) : notChecked('the configuration has faults')),
    })),
  );
  return [{ name: 'configuration', ...finding }, ...findings];
}

async function inTime(check: Check, patient: Patient, timeoutMs: number): Promise<Finding> {
  const signal = AbortSignal.timeout(timeoutMs);
  const late = new Promise<Finding>((resolve) =>
    signal.addEventListener('abort', () =>
      resolve(
        failed(
          `no answer within ${timeoutMs / 1000} s`,
          'look at the network between this machine and it, and run doctor again',
        ),
      ),
    ),
  );
  const found = check
    .run(patient, signal)
    .catch((error: unknown) =>
      failed(
        `could not be checked: ${codeIn(error)}`,
        'look at the network between this machine and it, and run doctor again',
      ),
    );
  return Promise.race([found, late]);
}

/** True when nothing failed. */
export const isHealthy = (found: readonly Diagnosis[]) => found.every(({ state }) => state !== 'failed');

const WORDS: Record<State, string> = { ok: 'ok', warning: 'warning', failed: 'FAILED', 'not-checked': 'not checked' };

/** The lines to print: one for each finding of a check, and one below them with the remedy. */
export function linesOf(diagnoses: readonly Diagnosis[]): string[] {
  const width = Math.max(...diagnoses.map(({ name }) => name.length));
  const count = (state: State) => diagnoses.filter((each) => each.state === state).length;
  const indented = (text: string) => `${' '.repeat(11)}  ${' '.repeat(width)}  ${text}`;
  return [
    ...diagnoses.flatMap(({ name, state, says, advice }) => {
      const [first, ...others] = says.split('\n');
      return [
        `${WORDS[state].padEnd(11)}  ${name.padEnd(width)}  ${first}`,
        ...others.map(indented),
        ...(advice ? [indented(`→ ${advice}`)] : []),
      ];
    }),
    `${count('failed')} failed, ${count('warning')} warnings, ${count('ok')} ok, ${count('not-checked')} not checked`,
  ];
}
