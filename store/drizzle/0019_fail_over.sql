-- works with: 1.0.0
CREATE TABLE "circuit_breakers" (
	"wholesaler" text PRIMARY KEY NOT NULL,
	"state" text NOT NULL,
	"failures" integer DEFAULT 0 NOT NULL,
	"last_fault" text,
	"opened_at" timestamp with time zone,
	"probes" integer DEFAULT 0 NOT NULL,
	"trial_id" uuid,
	"trial_until" timestamp with time zone,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "wholesale_tries" (
	"wholesale_order_id" uuid NOT NULL,
	"wholesaler" text NOT NULL,
	"package_id" text NOT NULL,
	"turns" integer DEFAULT 0 NOT NULL,
	"asked_at" timestamp with time zone,
	"refused_for_good" boolean DEFAULT false NOT NULL,
	"last_fault" text,
	"quoted_net_cents" integer,
	"vendor_order_id" text,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "wholesale_tries_pk" PRIMARY KEY("wholesale_order_id","wholesaler","package_id")
);
--> statement-breakpoint
ALTER TABLE "wholesale_orders" ADD COLUMN "ordered_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "wholesale_tries" ADD CONSTRAINT "wholesale_tries_wholesale_order_id_wholesale_orders_id_fk" FOREIGN KEY ("wholesale_order_id") REFERENCES "public"."wholesale_orders"("id") ON DELETE no action ON UPDATE no action;