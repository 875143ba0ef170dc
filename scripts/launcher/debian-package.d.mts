export function ensureUnpacked(
  name: string,
  options: { programs: string[]; folder: string; given?: string | undefined },
): Promise<string | undefined>;
