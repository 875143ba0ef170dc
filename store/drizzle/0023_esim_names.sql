-- works with: 1.0.0
ALTER TABLE "esims" ADD COLUMN "name" text;