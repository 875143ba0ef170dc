-- works with: 1.0.0
-- Each default names what 1.0.0 knew: one wholesaler, whose net prices are in US dollars. It fills the rows that exist, and
-- those that a process of 1.0.0 writes beside this version (docs/old-columns.md).
CREATE TABLE "plan_sources" (
	"plan_id" text NOT NULL,
	"position" integer NOT NULL,
	"wholesaler" text DEFAULT 'airalo' NOT NULL,
	"package_id" text NOT NULL,
	"fault" text,
	"priced_at_net_cents" integer,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "plan_sources_pk" PRIMARY KEY("plan_id","position")
);
--> statement-breakpoint
CREATE TABLE "wholesale_balances" (
	"wholesaler" text PRIMARY KEY NOT NULL,
	"cents" integer,
	"currency" text,
	"read_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "wholesale_lists" ADD COLUMN "wholesaler" text DEFAULT 'airalo' NOT NULL;--> statement-breakpoint
ALTER TABLE "wholesale_packages" ADD COLUMN "wholesaler" text DEFAULT 'airalo' NOT NULL;--> statement-breakpoint
ALTER TABLE "wholesale_packages" ADD COLUMN "net_currency" text DEFAULT 'USD' NOT NULL;--> statement-breakpoint
ALTER TABLE "esims" ADD COLUMN "wholesaler" text DEFAULT 'airalo' NOT NULL;--> statement-breakpoint
ALTER TABLE "package_charges" ADD COLUMN "wholesaler" text DEFAULT 'airalo' NOT NULL;--> statement-breakpoint
ALTER TABLE "stray_profiles" ADD COLUMN "wholesaler" text DEFAULT 'airalo' NOT NULL;--> statement-breakpoint
ALTER TABLE "wholesale_orders" ADD COLUMN "wholesaler" text DEFAULT 'airalo' NOT NULL;--> statement-breakpoint
ALTER TABLE "wholesale_orders" ADD COLUMN "net_currency" text DEFAULT 'USD' NOT NULL;--> statement-breakpoint
ALTER TABLE "order_lines" ADD COLUMN "wholesaler" text DEFAULT 'airalo' NOT NULL;--> statement-breakpoint
ALTER TABLE "ledger_differences" ADD COLUMN "wholesaler" text;--> statement-breakpoint
-- 1.0.0 does not have this table.
ALTER TABLE "package_charges" ALTER COLUMN "wholesaler" DROP DEFAULT;--> statement-breakpoint
-- Ids are unique per wholesaler. 1.0.0 writes packages by their id alone, so that stays unique for one release.
ALTER TABLE "wholesale_packages" DROP CONSTRAINT "wholesale_packages_pkey";--> statement-breakpoint
ALTER TABLE "wholesale_packages" ADD CONSTRAINT "wholesale_packages_pk" PRIMARY KEY("wholesaler","id");--> statement-breakpoint
CREATE UNIQUE INDEX "wholesale_packages_id" ON "wholesale_packages" USING btree ("id");--> statement-breakpoint
ALTER TABLE "package_charges" DROP CONSTRAINT "package_charges_pkey";--> statement-breakpoint
ALTER TABLE "package_charges" ADD CONSTRAINT "package_charges_pk" PRIMARY KEY("wholesaler","package_id");--> statement-breakpoint
ALTER TABLE "stray_profiles" DROP CONSTRAINT "stray_profiles_pkey";--> statement-breakpoint
ALTER TABLE "stray_profiles" ADD CONSTRAINT "stray_profiles_pk" PRIMARY KEY("wholesaler","vendor_order_id");--> statement-breakpoint
CREATE UNIQUE INDEX "wholesale_orders_at_wholesaler" ON "wholesale_orders" USING btree ("wholesaler","vendor_order_id");--> statement-breakpoint
DROP INDEX "wholesale_orders_vendor";--> statement-breakpoint
UPDATE "ledger_differences" SET "wholesaler" = 'airalo' WHERE "kind" IN ('profile-unlisted', 'profile-missing', 'profile-of-no-order', 'sold-at-a-loss');--> statement-breakpoint
UPDATE "ledger_differences" SET "provider" = 'stripe' WHERE "provider" IS NULL AND "kind" IN ('payment-unrecorded', 'payment-missing', 'payment-amount', 'payment-of-no-order', 'refund-unrecorded', 'refund-missing', 'refund-amount', 'refund-status', 'refund-lines', 'refund-undecided', 'dispute-unrecorded', 'dispute-missing', 'dispute-status');--> statement-breakpoint
-- A run of 1.0.0 that finds differences fails from here on, and its job is tried again.
ALTER TABLE "ledger_differences" ADD CONSTRAINT "ledger_differences_object" UNIQUE NULLS NOT DISTINCT("kind","subject","provider","wholesaler");--> statement-breakpoint
DROP INDEX "ledger_differences_subject";--> statement-breakpoint
UPDATE "loss_budgets" SET "key" = 'package:airalo:' || substr("key", 9) WHERE "key" LIKE 'package:%';--> statement-breakpoint
INSERT INTO "wholesale_balances" ("wholesaler", "cents", "currency", "read_at")
SELECT 'airalo', "balance", 'USD', "finished_at" FROM "reconciliation_runs" WHERE "finished_at" IS NOT NULL ORDER BY "started_at" DESC LIMIT 1;--> statement-breakpoint
INSERT INTO "plan_sources" ("plan_id", "position", "wholesaler", "package_id", "fault", "priced_at_net_cents", "created_at")
SELECT "id", 0, 'airalo', "package_id", "fault", "priced_at_net_cents", now() FROM "plans";--> statement-breakpoint
ALTER TABLE "plan_sources" ADD CONSTRAINT "plan_sources_plan_id_plans_id_fk" FOREIGN KEY ("plan_id") REFERENCES "public"."plans"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "plan_sources_package" ON "plan_sources" USING btree ("wholesaler","package_id");--> statement-breakpoint
CREATE INDEX "wholesale_lists_wholesaler" ON "wholesale_lists" USING btree ("wholesaler","read_at");
