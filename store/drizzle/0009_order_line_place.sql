-- works with: 1.0.0
ALTER TABLE "order_lines" ADD COLUMN "place_slug" text;