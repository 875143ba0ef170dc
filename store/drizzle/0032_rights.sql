-- works with: 1.0.0
CREATE TABLE "open_losses" (
	"id" uuid PRIMARY KEY NOT NULL,
	"order_id" uuid NOT NULL,
	"line_id" uuid NOT NULL,
	"wholesaler" text NOT NULL,
	"vendor_order_id" text,
	"net_cents" integer,
	"net_currency" text NOT NULL,
	"state" text NOT NULL,
	"claim_ref" text,
	"may_work" boolean NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "refund_requests" (
	"id" uuid PRIMARY KEY NOT NULL,
	"order_id" uuid NOT NULL,
	"line_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"reason" text,
	"place" text,
	"period" text,
	"words" text,
	"seen" jsonb,
	"state" text NOT NULL,
	"why" text,
	"asked_via" text NOT NULL,
	"amount" integer NOT NULL,
	"kept" integer NOT NULL,
	"answer_by" timestamp with time zone,
	"answer" text,
	"decided_by" text,
	"refund_id" uuid,
	"profile" text,
	"returned_since" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "order_lines" ADD COLUMN "kept_amount" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "open_losses" ADD CONSTRAINT "open_losses_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "open_losses" ADD CONSTRAINT "open_losses_line_id_order_lines_id_fk" FOREIGN KEY ("line_id") REFERENCES "public"."order_lines"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refund_requests" ADD CONSTRAINT "refund_requests_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refund_requests" ADD CONSTRAINT "refund_requests_line_id_order_lines_id_fk" FOREIGN KEY ("line_id") REFERENCES "public"."order_lines"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "open_losses_line" ON "open_losses" USING btree ("line_id");--> statement-breakpoint
CREATE INDEX "open_losses_state" ON "open_losses" USING btree ("state","created_at");--> statement-breakpoint
CREATE INDEX "open_losses_order" ON "open_losses" USING btree ("order_id");--> statement-breakpoint
CREATE UNIQUE INDEX "refund_requests_open" ON "refund_requests" USING btree ("line_id") WHERE "refund_requests"."state" in ('giving-back', 'refunding', 'asked');--> statement-breakpoint
CREATE INDEX "refund_requests_order" ON "refund_requests" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "refund_requests_line" ON "refund_requests" USING btree ("line_id");--> statement-breakpoint
CREATE INDEX "refund_requests_state" ON "refund_requests" USING btree ("state","created_at");--> statement-breakpoint
CREATE INDEX "refund_requests_profile" ON "refund_requests" USING btree ("updated_at") WHERE "refund_requests"."profile" in ('to-return', 'to-end');--> statement-breakpoint
CREATE INDEX "payment_attempts_card" ON "payment_attempts" USING btree ("card_last4","card_brand","settled_at");