-- works with: 1.0.0
ALTER TABLE "accounts" ADD COLUMN "verified_by_code_alone" boolean DEFAULT false NOT NULL;