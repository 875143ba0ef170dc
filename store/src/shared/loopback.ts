/** True for host names and addresses of this machine. */
export function isLoopback(hostname: string): boolean {
  const name = hostname.replace('[', '').replace(']', '').replace(/\.$/, '').toLowerCase();
  // 127.… as an IPv4-mapped IPv6 address in a URL.
  if (/^::ffff:7f[0-9a-f]{2}:[0-9a-f]{1,4}$/.test(name)) return true;
  return name === 'localhost' || name.endsWith('.localhost') || name === '::1' || /^127(\.\d{1,3}){3}$/.test(name);
}
