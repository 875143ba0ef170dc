import type { Mode } from '../shared/mode.ts';
import {
  emailsAndDomains,
  flag,
  optional,
  phoneNumbers,
  type SettledOf,
  type ValuesOf,
  variable,
  wholeNumber,
} from './parsers.ts';

const STAGING = 'Staging';

/** Variables of staging mode. They limit what a rehearsal may reach. */
export const STAGING_VARIABLES = {
  AIRALO_SANDBOX_ACCOUNT: optional(
    STAGING,
    'not confirmed',
    "Set to 1 to confirm that the wholesaler has put this account into its sandbox mode; required in staging mode. The store can't see it, because host and keys are those of real orders.",
    flag,
  ),
  WHOLESALE_MAX_DAY_ORDERS: variable(
    STAGING,
    // A handful of testers, and no large bill: we can't see whether the wholesaler's account is in its sandbox mode.
    '20',
    'eSIMs that may be ordered in a day (UTC) in staging mode; 0: none. Further ones are held, and refunded at the deadline.',
    wholeNumber(0, 10_000),
  ),
  MAIL_ALLOW_LIST: optional(
    STAGING,
    'none',
    'Addresses and domains, separated by commas, to which staging mode sends mail, such as ana@example.com,example.org; required there. A mail to another address is recorded as not sent.',
    emailsAndDomains,
  ),
  SMS_ALLOW_LIST: optional(
    STAGING,
    'none',
    'Numbers with their country codes, separated by commas, to which staging mode sends texts, such as +33639980001; required there with TWILIO_ACCOUNT_SID.',
    phoneNumbers,
  ),
} as const;

const NAMES = Object.keys(STAGING_VARIABLES) as (keyof typeof STAGING_VARIABLES)[];

type Values = ValuesOf<typeof STAGING_VARIABLES>;

/** In the other modes nothing would read these, and an operator would believe that they hold. */
export function faultsOfStagingVariables(values: Values, mode: Exclude<Mode, 'staging'>): string[] {
  return NAMES.filter((name) => values[name] !== undefined).map(
    (name) => `${name}: has no place in ${mode} mode (it belongs to CAIRN_MODE=staging)`,
  );
}

/** The eSIMs that may be ordered in a day; undefined: as many as are sold. */
export const maxDayOrdersOf = (values: SettledOf<typeof STAGING_VARIABLES>, mode: Mode): number | undefined =>
  mode === 'staging' ? values.WHOLESALE_MAX_DAY_ORDERS : undefined;
