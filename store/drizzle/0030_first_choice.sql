-- works with: 1.0.0
ALTER TABLE "saved_cards" ADD COLUMN "preferred_at" timestamp with time zone;