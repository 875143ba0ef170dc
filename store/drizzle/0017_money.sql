-- works with: 1.0.0
-- Columns that 1.0.0 does not write are nullable (docs/old-columns.md).
ALTER TABLE "payment_attempts" ADD COLUMN "taken_currency" text;--> statement-breakpoint
ALTER TABLE "disputes" ADD COLUMN "withdrawn_currency" text;--> statement-breakpoint
ALTER TABLE "ledger_differences" ADD COLUMN "ours_currency" text;--> statement-breakpoint
ALTER TABLE "ledger_differences" ADD COLUMN "theirs_currency" text;--> statement-breakpoint
-- A price is the row of its plan and currency that started last. 1.0.0 writes the same rows.
-- Of two with one start, the newer one was in force: the older one starts before it.
UPDATE "plan_prices" p SET "at" = p."at" - d.place * interval '1 microsecond'
FROM (SELECT "id", row_number() OVER (PARTITION BY "plan_id", "currency", "at" ORDER BY "version" DESC, "id" DESC) - 1 AS place FROM "plan_prices") d
WHERE d."id" = p."id" AND d.place > 0;--> statement-breakpoint
CREATE UNIQUE INDEX "plan_prices_start" ON "plan_prices" USING btree ("plan_id","currency","at");--> statement-breakpoint
-- 1.0.0 does not have the tables below. Until here there was one currency.
ALTER TABLE "plan_sources" ADD COLUMN "priced_at_net_currency" text;--> statement-breakpoint
UPDATE "plan_sources" SET "priced_at_net_currency" = 'USD' WHERE "priced_at_net_cents" IS NOT NULL;--> statement-breakpoint
ALTER TABLE "loss_budgets" ADD COLUMN "currency" text DEFAULT 'USD' NOT NULL;--> statement-breakpoint
ALTER TABLE "loss_budgets" ALTER COLUMN "currency" DROP DEFAULT;--> statement-breakpoint
ALTER TABLE "loss_budgets" DROP CONSTRAINT "loss_budgets_pkey";--> statement-breakpoint
ALTER TABLE "loss_budgets" ADD CONSTRAINT "loss_budgets_pk" PRIMARY KEY("key","currency");
