-- works with: 1.0.0
ALTER TABLE "refund_requests" ADD COLUMN "mailbox" text;--> statement-breakpoint
CREATE INDEX "refund_requests_mailbox" ON "refund_requests" USING btree ("mailbox","created_at") WHERE "refund_requests"."mailbox" is not null;