/** True for names and addresses that never leave this machine. */
export function isLoopback(hostname: string): boolean {
  const name = hostname.replace('[', '').replace(']', '').toLowerCase();
  return name === 'localhost' || name.endsWith('.localhost') || name === '::1' || /^127(\.\d{1,3}){3}$/.test(name);
}
