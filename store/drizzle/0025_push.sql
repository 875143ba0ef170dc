-- works with: 1.0.0
CREATE TABLE "push_subscriptions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"endpoint_hash" text NOT NULL,
	"sealed" text NOT NULL,
	"server_key" text NOT NULL,
	"account_id" uuid,
	"session_id" uuid,
	"order_id" uuid,
	"access_hash" text,
	"locale" text NOT NULL,
	"device" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"last_ok_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "pushes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"notice_id" uuid NOT NULL,
	"subscription_id" uuid NOT NULL,
	"endpoint_hash" text NOT NULL,
	"kind" text NOT NULL,
	"order_id" uuid NOT NULL,
	"esim_id" uuid NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"started_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	"outcome" text
);
--> statement-breakpoint
ALTER TABLE "push_subscriptions" ADD CONSTRAINT "push_subscriptions_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_subscriptions" ADD CONSTRAINT "push_subscriptions_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_subscriptions" ADD CONSTRAINT "push_subscriptions_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_subscriptions" ADD CONSTRAINT "push_subscriptions_access_hash_order_access_hash_fk" FOREIGN KEY ("access_hash") REFERENCES "public"."order_access"("hash") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pushes" ADD CONSTRAINT "pushes_subscription_id_push_subscriptions_id_fk" FOREIGN KEY ("subscription_id") REFERENCES "public"."push_subscriptions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "push_subscriptions_account_endpoint" ON "push_subscriptions" USING btree ("endpoint_hash") WHERE "push_subscriptions"."account_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "push_subscriptions_order_endpoint" ON "push_subscriptions" USING btree ("order_id","endpoint_hash") WHERE "push_subscriptions"."order_id" is not null;--> statement-breakpoint
CREATE INDEX "push_subscriptions_endpoint" ON "push_subscriptions" USING btree ("endpoint_hash");--> statement-breakpoint
CREATE INDEX "push_subscriptions_account" ON "push_subscriptions" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "push_subscriptions_order" ON "push_subscriptions" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "push_subscriptions_session" ON "push_subscriptions" USING btree ("session_id");--> statement-breakpoint
CREATE INDEX "push_subscriptions_access" ON "push_subscriptions" USING btree ("access_hash");--> statement-breakpoint
CREATE INDEX "push_subscriptions_used" ON "push_subscriptions" USING btree (coalesce("last_ok_at", "created_at"));--> statement-breakpoint
CREATE UNIQUE INDEX "pushes_notice_endpoint" ON "pushes" USING btree ("notice_id","endpoint_hash");--> statement-breakpoint
CREATE INDEX "pushes_subscription" ON "pushes" USING btree ("subscription_id");--> statement-breakpoint
CREATE INDEX "pushes_ended" ON "pushes" USING btree ("ended_at") WHERE "pushes"."ended_at" is not null;