-- works with: 1.0.0
CREATE TABLE "esim_readings" (
	"id" uuid PRIMARY KEY NOT NULL,
	"esim_id" uuid NOT NULL,
	"read_at" timestamp with time zone NOT NULL,
	"remaining_mb" integer NOT NULL,
	"total_mb" integer NOT NULL,
	"profile_state" text NOT NULL,
	"plan_state" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "esims" ADD COLUMN "reported_state" text;--> statement-breakpoint
ALTER TABLE "esims" ADD COLUMN "read_ended_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "esims" ADD COLUMN "away_since" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "esims" ADD COLUMN "failures" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "esims" ADD COLUMN "doubted_since" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "esims" ADD COLUMN "watch_at" timestamp with time zone DEFAULT now();--> statement-breakpoint
ALTER TABLE "esim_readings" ADD CONSTRAINT "esim_readings_esim_id_esims_id_fk" FOREIGN KEY ("esim_id") REFERENCES "public"."esims"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "esim_readings_esim" ON "esim_readings" USING btree ("esim_id","read_at");--> statement-breakpoint
CREATE INDEX "esim_readings_read" ON "esim_readings" USING btree ("read_at");--> statement-breakpoint
CREATE INDEX "esims_watch" ON "esims" USING btree ("watch_at","wholesaler") WHERE watch_at is not null;