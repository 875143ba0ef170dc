-- works with: 1.0.0
CREATE TABLE "loss_budgets" (
	"key" text PRIMARY KEY NOT NULL,
	"reserved_cents" integer DEFAULT 0 NOT NULL,
	"lost_cents" integer DEFAULT 0 NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "package_charges" (
	"package_id" text PRIMARY KEY NOT NULL,
	"confirmed_at" timestamp with time zone,
	"differed_at" timestamp with time zone,
	"probe_id" uuid,
	"probe_until" timestamp with time zone,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "wholesale_orders" ADD COLUMN "searched_calls" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "wholesale_orders" ADD COLUMN "reserved_cents" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "wholesale_orders" ADD COLUMN "reserved_on" date;--> statement-breakpoint
CREATE INDEX "loss_budgets_updated" ON "loss_budgets" USING btree ("updated_at");--> statement-breakpoint
CREATE INDEX "package_charges_updated" ON "package_charges" USING btree ("updated_at");