export function ensureServerBuilt(node: string): Promise<void>;
