import { oneOf, type SettledOf, variable, wholeNumber } from './parsers.ts';

const DATA = 'Data';

/** Variables of database migrations; `variables.ts` includes them. */
export const MIGRATION_VARIABLES = {
  MIGRATE_AT_START: variable(
    DATA,
    'on',
    'on, or off: the start then fails while migrations are pending, and "npm run ops -- migrate run" applies them.',
    oneOf('on', 'off'),
  ),
  MIGRATION_LOCK_SECONDS: variable(
    DATA,
    '5',
    'How long a migration waits for a table lock, while other statements wait behind it; then it pauses and tries again, ten times.',
    wholeNumber(1, 600),
  ),
  MIGRATION_STATEMENT_SECONDS: variable(
    DATA,
    '900',
    'How long one statement of a migration may run.',
    wholeNumber(1, 86_400),
  ),
} as const;

type Values = SettledOf<typeof MIGRATION_VARIABLES>;

/** The migration settings, used at start and by `npm run ops -- migrate`. */
export function migrationsOf(values: Values) {
  return {
    atStart: values.MIGRATE_AT_START === 'on',
    lockSeconds: values.MIGRATION_LOCK_SECONDS,
    statementSeconds: values.MIGRATION_STATEMENT_SECONDS,
  };
}
