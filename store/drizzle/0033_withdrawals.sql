-- works with: 1.0.0
CREATE TABLE "withdrawals" (
	"id" uuid PRIMARY KEY NOT NULL,
	"number" text NOT NULL,
	"state" text NOT NULL,
	"name" text NOT NULL,
	"order_number" text NOT NULL,
	"email" text NOT NULL,
	"email_key" text NOT NULL,
	"locale" text NOT NULL,
	"time_zone" text,
	"text_version" integer NOT NULL,
	"form_hash" text NOT NULL,
	"order_id" uuid,
	"line_ids" jsonb,
	"proof" text NOT NULL,
	"outcome" jsonb,
	"answer" text,
	"decided_by" text,
	"submitted_at" timestamp with time zone NOT NULL,
	"proved_at" timestamp with time zone,
	"done_at" timestamp with time zone,
	"is_forgotten" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
ALTER TABLE "withdrawals" ADD CONSTRAINT "withdrawals_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "withdrawals_number" ON "withdrawals" USING btree ("number");--> statement-breakpoint
CREATE UNIQUE INDEX "withdrawals_form" ON "withdrawals" USING btree ("form_hash");--> statement-breakpoint
CREATE INDEX "withdrawals_email" ON "withdrawals" USING btree ("email_key");--> statement-breakpoint
CREATE INDEX "withdrawals_order" ON "withdrawals" USING btree ("order_id") WHERE "withdrawals"."order_id" is not null;--> statement-breakpoint
CREATE INDEX "withdrawals_submitted" ON "withdrawals" USING btree ("submitted_at");--> statement-breakpoint
CREATE INDEX "withdrawals_open" ON "withdrawals" USING btree ("submitted_at") WHERE "withdrawals"."done_at" is null;--> statement-breakpoint
CREATE INDEX "withdrawals_forgotten" ON "withdrawals" USING btree ("done_at") WHERE "withdrawals"."is_forgotten";