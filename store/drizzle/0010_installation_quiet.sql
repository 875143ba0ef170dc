-- works with: 1.0.0
ALTER TABLE "installation" ADD COLUMN "quiet_since" timestamp with time zone;