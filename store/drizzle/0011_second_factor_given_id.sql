-- works with: 1.0.0
-- runs: outside a transaction
ALTER TABLE "second_factors" ADD COLUMN IF NOT EXISTS "given_id" text;--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "provider_links_email" ON "provider_links" USING btree (lower("email"));--> statement-breakpoint
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS "second_factors_given" ON "second_factors" USING btree ("account_id","given_id");