-- works with: 1.0.0
ALTER TABLE "refunds" ADD COLUMN "bank_reference" text;