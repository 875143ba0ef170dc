-- works with: 1.0.0
CREATE INDEX "order_lines_esim" ON "order_lines" USING btree ("esim_id") WHERE "order_lines"."esim_id" is not null;