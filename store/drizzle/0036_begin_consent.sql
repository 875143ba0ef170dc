-- works with: 1.0.0
ALTER TABLE "auto_top_ups" ADD COLUMN "begin_consent" jsonb;