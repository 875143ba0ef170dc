import { boolean, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { instant } from '../../db/columns.ts';
import type { PasswordRules } from '../../shared/password-rules.ts';

/** All password policies; the newest is current. `version` increases by one. */
export const passwordPolicies = pgTable('password_policies', {
  version: integer('version').primaryKey(),
  rules: jsonb('rules').$type<PasswordRules>().notNull(),
  enforced: boolean('enforced').notNull(),
  forceUpgrade: boolean('force_upgrade').notNull(),
  by: text('by').notNull(),
  at: instant('at').notNull(),
});
