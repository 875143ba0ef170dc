const NEVER_CONNECTED = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);

/** True when a `fetch` failed before its connection was made, so that nothing was sent. The code sits in the cause of fetch's own error. */
export function neverConnected(error: unknown): boolean {
  const { cause } = error as { cause?: { code?: unknown; syscall?: unknown; errors?: { syscall?: unknown }[] } };
  if (typeof cause?.code !== 'string' || !NEVER_CONNECTED.has(cause.code)) return false;
  // EHOSTUNREACH and its like can also end a connection that stood: only those of connecting count.
  const syscall = cause.syscall ?? cause.errors?.[0]?.syscall;
  return cause.code === 'UND_ERR_CONNECT_TIMEOUT' || syscall === 'connect' || syscall === 'getaddrinfo';
}
