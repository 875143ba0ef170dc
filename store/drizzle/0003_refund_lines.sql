-- works with: 1.0.0
ALTER TABLE "refunds" ADD COLUMN "scope" text;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "shares" jsonb;