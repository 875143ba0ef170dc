-- works with: 1.0.0
CREATE TABLE "auto_top_up_charges" (
	"id" uuid PRIMARY KEY NOT NULL,
	"auto_top_up_id" uuid NOT NULL,
	"used_position" integer NOT NULL,
	"after_position" integer NOT NULL,
	"order_id" uuid NOT NULL,
	"amount" integer NOT NULL,
	"month" text NOT NULL,
	"outcome" text,
	"failed_attempt" integer DEFAULT 0 NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "auto_top_ups" (
	"id" uuid PRIMARY KEY NOT NULL,
	"esim_id" uuid NOT NULL,
	"order_id" uuid NOT NULL,
	"line_id" uuid NOT NULL,
	"account_id" uuid,
	"plan_id" text NOT NULL,
	"data_mb" integer NOT NULL,
	"days" integer NOT NULL,
	"threshold_percent" integer NOT NULL,
	"amount" integer NOT NULL,
	"cap_amount" integer NOT NULL,
	"currency" text NOT NULL,
	"card_id" uuid NOT NULL,
	"state" text NOT NULL,
	"reason" text,
	"consent_version" integer NOT NULL,
	"consent_locale" text NOT NULL,
	"consent_at" timestamp with time zone NOT NULL,
	"capped_month" text,
	"look_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "auto_top_up_charges" ADD CONSTRAINT "auto_top_up_charges_auto_top_up_id_auto_top_ups_id_fk" FOREIGN KEY ("auto_top_up_id") REFERENCES "public"."auto_top_ups"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "auto_top_up_charges" ADD CONSTRAINT "auto_top_up_charges_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "auto_top_ups" ADD CONSTRAINT "auto_top_ups_esim_id_esims_id_fk" FOREIGN KEY ("esim_id") REFERENCES "public"."esims"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "auto_top_ups" ADD CONSTRAINT "auto_top_ups_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "auto_top_ups" ADD CONSTRAINT "auto_top_ups_line_id_order_lines_id_fk" FOREIGN KEY ("line_id") REFERENCES "public"."order_lines"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "auto_top_ups" ADD CONSTRAINT "auto_top_ups_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "auto_top_up_charges_used" ON "auto_top_up_charges" USING btree ("auto_top_up_id","used_position") WHERE "auto_top_up_charges"."ended_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "auto_top_up_charges_after" ON "auto_top_up_charges" USING btree ("auto_top_up_id","after_position") WHERE "auto_top_up_charges"."ended_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "auto_top_up_charges_order" ON "auto_top_up_charges" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "auto_top_up_charges_month" ON "auto_top_up_charges" USING btree ("auto_top_up_id","month");--> statement-breakpoint
CREATE UNIQUE INDEX "auto_top_ups_esim" ON "auto_top_ups" USING btree ("esim_id");--> statement-breakpoint
CREATE INDEX "auto_top_ups_order" ON "auto_top_ups" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "auto_top_ups_account" ON "auto_top_ups" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "auto_top_ups_card" ON "auto_top_ups" USING btree ("card_id");--> statement-breakpoint
CREATE INDEX "auto_top_ups_look" ON "auto_top_ups" USING btree ("look_at") WHERE "auto_top_ups"."look_at" is not null;