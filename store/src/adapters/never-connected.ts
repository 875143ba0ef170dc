const NEVER_CONNECTED = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);

/**
 * True when a `fetch` failed before its connection was made, so that nothing was sent. The code is in the cause of
 * fetch's own error.
 */
export function neverConnected(error: unknown): boolean {
  const { cause } = error as { cause?: { code?: unknown; syscall?: unknown; errors?: { syscall?: unknown }[] } };
  if (typeof cause?.code !== 'string' || !NEVER_CONNECTED.has(cause.code)) return false;
  // EHOSTUNREACH and similar codes can also end an established connection, so only those of connecting count.
  const syscall = cause.syscall ?? cause.errors?.[0]?.syscall;
  return cause.code === 'UND_ERR_CONNECT_TIMEOUT' || syscall === 'connect' || syscall === 'getaddrinfo';
}
