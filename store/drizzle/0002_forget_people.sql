-- works with: 1.0.0
-- runs: outside a transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "mails_requested" ON "mails" USING btree ("recipient") WHERE "mails"."kind" in ('password-reset', 'email-sign-in');--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "phone_codes_number" ON "phone_codes" USING btree ("phone_number");--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "phone_proofs_number" ON "phone_proofs" USING btree ("phone_number");