export function ensureVarnish(): Promise<string>;
