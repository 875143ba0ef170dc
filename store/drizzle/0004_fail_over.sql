-- works with: 1.0.0
ALTER TABLE "installation" ADD COLUMN "server_timeline" text;
--> statement-breakpoint
-- Limits guard codes, passwords and money: an unlogged table is empty after a fail-over, and can't be read on a standby.
ALTER TABLE "rate_limits" SET LOGGED;
