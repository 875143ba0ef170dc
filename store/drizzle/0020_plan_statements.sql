-- works with: 1.0.0
CREATE TABLE "plan_statements" (
	"plan_id" text PRIMARY KEY NOT NULL,
	"country_codes" text[] NOT NULL,
	"networks" jsonb NOT NULL,
	"coverage" jsonb NOT NULL,
	"has_5g" boolean NOT NULL,
	"facts" jsonb NOT NULL
);
--> statement-breakpoint
ALTER TABLE "plan_statements" ADD CONSTRAINT "plan_statements_plan_id_plans_id_fk" FOREIGN KEY ("plan_id") REFERENCES "public"."plans"("id") ON DELETE no action ON UPDATE no action;