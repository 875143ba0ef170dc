-- works with: 1.0.0
-- runs: in batches
-- By hand: each eSIM has one plan. In the order of the ids, so that a batch begins where the last one ended.
INSERT INTO "esim_plans" ("id", "esim_id", "order_id", "line_id", "position", "package_id", "data_mb", "unlimited", "days", "state", "remaining_mb", "issued_at", "started_at", "expires_at")
SELECT e."id", e."id", e."order_id", e."line_id", 0, l."package_id", e."data_mb", l."unlimited", e."days", e."plan_state", e."remaining_mb", e."issued_at", e."expires_at" - e."days" * interval '24 hours', e."expires_at"
FROM "esims" e
JOIN "order_lines" l ON l."id" = e."line_id"
WHERE e."id" > coalesce((SELECT "esim_id" FROM "esim_plans" ORDER BY "esim_id" DESC LIMIT 1), '00000000-0000-0000-0000-000000000000')
ORDER BY e."id"
LIMIT 2000
ON CONFLICT DO NOTHING;
