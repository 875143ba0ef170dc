-- works with: 1.0.0
CREATE TABLE "billing_details" (
	"account_id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"address" text NOT NULL,
	"company" text NOT NULL,
	"vat_id" text NOT NULL,
	"updated_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "document_series" (
	"series" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"year" integer NOT NULL,
	"last" integer NOT NULL,
	"why" text NOT NULL,
	"opened_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "documents" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"series" text NOT NULL,
	"year" integer NOT NULL,
	"number" integer NOT NULL,
	"order_id" uuid NOT NULL,
	"refund_id" uuid,
	"cancels" uuid,
	"cancelled_by" uuid,
	"issued_at" timestamp with time zone NOT NULL,
	"locale" text NOT NULL,
	"currency" text NOT NULL,
	"total" integer NOT NULL,
	"tax" integer,
	"content" jsonb NOT NULL,
	"buyer" jsonb,
	"correction" jsonb
);
--> statement-breakpoint
ALTER TABLE "billing_details" ADD CONSTRAINT "billing_details_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "documents" ADD CONSTRAINT "documents_series_document_series_series_fk" FOREIGN KEY ("series") REFERENCES "public"."document_series"("series") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "documents" ADD CONSTRAINT "documents_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "documents" ADD CONSTRAINT "documents_refund_id_refunds_id_fk" FOREIGN KEY ("refund_id") REFERENCES "public"."refunds"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "documents_number" ON "documents" USING btree ("series","number");--> statement-breakpoint
CREATE INDEX "documents_order" ON "documents" USING btree ("order_id");--> statement-breakpoint
CREATE UNIQUE INDEX "documents_receipt" ON "documents" USING btree ("order_id") WHERE "documents"."kind" = 'receipt' and "documents"."cancelled_by" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "documents_credit_note" ON "documents" USING btree ("refund_id") WHERE "documents"."kind" = 'credit-note' and "documents"."cancelled_by" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "documents_cancellation" ON "documents" USING btree ("cancels") WHERE "documents"."cancels" is not null;