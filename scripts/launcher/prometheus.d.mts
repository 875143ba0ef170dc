export function ensurePrometheus(): Promise<string | undefined>;
