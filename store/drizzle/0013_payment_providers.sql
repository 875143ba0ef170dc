-- works with: 1.0.0
-- Each default names what 1.0.0 knew: one provider, and attempts that are pages. It fills the rows that exist, and those
-- that a process of 1.0.0 writes beside this version (docs/old-columns.md).
ALTER TABLE "payment_attempts" ADD COLUMN "provider" text DEFAULT 'stripe' NOT NULL;--> statement-breakpoint
ALTER TABLE "payment_attempts" ADD COLUMN "kind" text DEFAULT 'page' NOT NULL;--> statement-breakpoint
ALTER TABLE "payment_attempts" ADD COLUMN "method_ref" text;--> statement-breakpoint
ALTER TABLE "payment_events" ADD COLUMN "provider" text DEFAULT 'stripe' NOT NULL;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "provider" text DEFAULT 'stripe' NOT NULL;--> statement-breakpoint
ALTER TABLE "disputes" ADD COLUMN "provider" text DEFAULT 'stripe' NOT NULL;--> statement-breakpoint
ALTER TABLE "fraud_warnings" ADD COLUMN "provider" text DEFAULT 'stripe' NOT NULL;--> statement-breakpoint
ALTER TABLE "ledger_differences" ADD COLUMN "provider" text;--> statement-breakpoint
-- Ids are unique per provider. 1.0.0 looks up by the id alone, which is the first column.
ALTER TABLE "payment_events" DROP CONSTRAINT "payment_events_pkey";--> statement-breakpoint
ALTER TABLE "payment_events" ADD CONSTRAINT "payment_events_pk" PRIMARY KEY("id","provider");--> statement-breakpoint
CREATE UNIQUE INDEX "payment_attempts_page" ON "payment_attempts" USING btree ("session_id","provider");--> statement-breakpoint
DROP INDEX "payment_attempts_session";--> statement-breakpoint
CREATE UNIQUE INDEX "refunds_at_provider" ON "refunds" USING btree ("vendor_id","provider");--> statement-breakpoint
DROP INDEX "refunds_vendor";
