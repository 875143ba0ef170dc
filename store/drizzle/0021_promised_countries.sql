-- works with: 1.0.0
ALTER TABLE "plan_statements" ADD COLUMN "promised_country_codes" text[];