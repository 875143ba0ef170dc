-- works with: 1.0.0
ALTER TABLE "tickets" ADD COLUMN "language" text;