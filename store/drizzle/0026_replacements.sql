-- works with: 1.0.0
CREATE TABLE "replacements" (
	"id" uuid PRIMARY KEY NOT NULL,
	"order_id" uuid NOT NULL,
	"line_id" uuid NOT NULL,
	"esim_id" uuid NOT NULL,
	"reason" text NOT NULL,
	"asked_by" text NOT NULL,
	"state" text NOT NULL,
	"left_mb" integer NOT NULL,
	"left_days" integer NOT NULL,
	"ends_at" timestamp with time zone,
	"plan_id" text NOT NULL,
	"wholesaler" text NOT NULL,
	"package_id" text NOT NULL,
	"data_mb" integer NOT NULL,
	"days" integer NOT NULL,
	"net_cents" integer,
	"net_currency" text NOT NULL,
	"by_rule" boolean NOT NULL,
	"old_profile" text,
	"fault" text,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "esims" ADD COLUMN "released_again_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "esims" ADD COLUMN "ended_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "order_lines" ADD COLUMN "replaces" uuid;--> statement-breakpoint
ALTER TABLE "tickets" ADD COLUMN "diagnosis" jsonb;--> statement-breakpoint
ALTER TABLE "replacements" ADD CONSTRAINT "replacements_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "replacements" ADD CONSTRAINT "replacements_line_id_order_lines_id_fk" FOREIGN KEY ("line_id") REFERENCES "public"."order_lines"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "replacements_esim" ON "replacements" USING btree ("esim_id") WHERE "replacements"."state" in ('requested', 'approved', 'delivering', 'done');--> statement-breakpoint
CREATE INDEX "replacements_order" ON "replacements" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "replacements_line" ON "replacements" USING btree ("line_id");--> statement-breakpoint
CREATE INDEX "replacements_state" ON "replacements" USING btree ("state","created_at");--> statement-breakpoint
CREATE INDEX "tickets_order" ON "tickets" USING btree ("order_id") WHERE "tickets"."order_id" is not null;