-- works with: 1.0.0
ALTER TABLE "orders" ADD COLUMN "trip_days" jsonb;