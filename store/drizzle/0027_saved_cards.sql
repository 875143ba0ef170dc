-- works with: 1.0.0
CREATE TABLE "card_setups" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"provider" text NOT NULL,
	"customer_ref" text NOT NULL,
	"page_ref" text,
	"status" text NOT NULL,
	"consent_version" integer NOT NULL,
	"consent_locale" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "payment_customers" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"provider" text NOT NULL,
	"customer_ref" text,
	"created_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "saved_cards" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"provider" text NOT NULL,
	"customer_ref" text NOT NULL,
	"method_ref" text NOT NULL,
	"brand" text NOT NULL,
	"last4" text NOT NULL,
	"exp_month" integer NOT NULL,
	"exp_year" integer NOT NULL,
	"consent_version" integer NOT NULL,
	"consent_locale" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"removed_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "payment_attempts" ADD COLUMN "customer_ref" text;--> statement-breakpoint
ALTER TABLE "payment_attempts" ADD COLUMN "consent_version" integer;--> statement-breakpoint
ALTER TABLE "payment_attempts" ADD COLUMN "consent_locale" text;--> statement-breakpoint
ALTER TABLE "payment_attempts" ADD COLUMN "fault" text;--> statement-breakpoint
ALTER TABLE "card_setups" ADD CONSTRAINT "card_setups_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_cards" ADD CONSTRAINT "saved_cards_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "card_setups_page" ON "card_setups" USING btree ("page_ref","provider");--> statement-breakpoint
CREATE INDEX "card_setups_account" ON "card_setups" USING btree ("account_id","status");--> statement-breakpoint
CREATE INDEX "card_setups_created" ON "card_setups" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "payment_customers_account" ON "payment_customers" USING btree ("account_id","provider");--> statement-breakpoint
CREATE INDEX "payment_customers_ended" ON "payment_customers" USING btree ("ended_at") WHERE "payment_customers"."ended_at" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "saved_cards_at_provider" ON "saved_cards" USING btree ("provider","method_ref");--> statement-breakpoint
CREATE INDEX "saved_cards_account" ON "saved_cards" USING btree ("account_id");