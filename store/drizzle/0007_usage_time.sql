-- works with: 1.0.0
ALTER TABLE "esims" ADD COLUMN "usage_at" timestamp with time zone;