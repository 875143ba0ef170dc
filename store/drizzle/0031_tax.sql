-- works with: 1.0.0
ALTER TABLE "order_lines" ADD COLUMN "tax_country" text;--> statement-breakpoint
ALTER TABLE "order_lines" ADD COLUMN "tax_rate_bp" integer;--> statement-breakpoint
ALTER TABLE "order_lines" ADD COLUMN "tax_amount" integer;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "country" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "country_via" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "country_evidence" jsonb;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "begin_consent" jsonb;