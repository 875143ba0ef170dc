-- works with: 1.0.0
CREATE TABLE "esim_plans" (
	"id" uuid PRIMARY KEY NOT NULL,
	"esim_id" uuid NOT NULL,
	"order_id" uuid NOT NULL,
	"line_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"package_id" text NOT NULL,
	"data_mb" integer NOT NULL,
	"unlimited" jsonb,
	"days" integer NOT NULL,
	"state" text NOT NULL,
	"remaining_mb" integer NOT NULL,
	"issued_at" timestamp with time zone NOT NULL,
	"started_at" timestamp with time zone,
	"expires_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "esim_plans" ADD CONSTRAINT "esim_plans_esim_id_esims_id_fk" FOREIGN KEY ("esim_id") REFERENCES "public"."esims"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "esim_plans" ADD CONSTRAINT "esim_plans_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "esim_plans" ADD CONSTRAINT "esim_plans_line_id_order_lines_id_fk" FOREIGN KEY ("line_id") REFERENCES "public"."order_lines"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "esim_plans_line" ON "esim_plans" USING btree ("line_id");--> statement-breakpoint
CREATE UNIQUE INDEX "esim_plans_position" ON "esim_plans" USING btree ("esim_id","position");--> statement-breakpoint
CREATE INDEX "esim_plans_order" ON "esim_plans" USING btree ("order_id");--> statement-breakpoint
ALTER TABLE "order_lines" ALTER COLUMN "quantity" SET DEFAULT 1;--> statement-breakpoint
ALTER TABLE "order_lines" ADD COLUMN "purpose" text DEFAULT 'profile' NOT NULL;--> statement-breakpoint
ALTER TABLE "order_lines" ADD COLUMN "esim_id" uuid;