-- works with: 1.0.0
CREATE TABLE "notice_choices" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid,
	"order_id" uuid,
	"topic" text NOT NULL,
	"channel" text NOT NULL,
	"is_on" boolean NOT NULL,
	"changed_at" timestamp with time zone NOT NULL,
	CONSTRAINT "notice_choices_whose" CHECK (num_nonnulls("notice_choices"."account_id", "notice_choices"."order_id") = 1)
);
--> statement-breakpoint
CREATE TABLE "notices" (
	"id" uuid PRIMARY KEY NOT NULL,
	"esim_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"kind" text NOT NULL,
	"order_id" uuid NOT NULL,
	"told" boolean NOT NULL,
	"mailed" boolean NOT NULL,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "travel_date" date;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "time_zone" text;--> statement-breakpoint
ALTER TABLE "notice_choices" ADD CONSTRAINT "notice_choices_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notice_choices" ADD CONSTRAINT "notice_choices_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notices" ADD CONSTRAINT "notices_esim_id_esims_id_fk" FOREIGN KEY ("esim_id") REFERENCES "public"."esims"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notices" ADD CONSTRAINT "notices_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "notice_choices_account" ON "notice_choices" USING btree ("account_id","topic","channel");--> statement-breakpoint
CREATE UNIQUE INDEX "notice_choices_order" ON "notice_choices" USING btree ("order_id","topic","channel");--> statement-breakpoint
CREATE UNIQUE INDEX "notices_once" ON "notices" USING btree ("esim_id","position","kind");--> statement-breakpoint
CREATE INDEX "notices_order" ON "notices" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "esim_plans_ends" ON "esim_plans" USING btree ("expires_at","id") WHERE "esim_plans"."state" = 'active';--> statement-breakpoint
CREATE INDEX "orders_travel" ON "orders" USING btree ("travel_date","id") WHERE "orders"."travel_date" is not null;