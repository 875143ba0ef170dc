/** Installs Debian's packages of the cluster when apt exists and we are root. Throws a Fault that names the missing ones. */
export function ensureClusterPrograms(): Promise<void>;
