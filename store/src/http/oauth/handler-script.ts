import { raw } from 'hono/html';
import { HAND_OVER } from './hand-over.ts';

/**
 * The script of /__/auth/handler: makes the secret of this sign-in, keeps it in this tab, and goes on to /oauth/start
 * with its hash. With a fault it gives that to the app at once.
 */
export const HANDLER_SCRIPT = raw(`
(async () => {
  ${HAND_OVER}
  const { request, start, fault } = document.body.dataset;
  document.querySelector('button')?.addEventListener('click', () => window.close());
  history.replaceState(null, '', location.pathname);
  if (!request) return;
  const hex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  const sessionId = hex(crypto.getRandomValues(new Uint8Array(32)));
  const kept = { ...JSON.parse(request), sessionId };
  if (fault) return handOver(kept, { fault });
  const eventId = crypto.randomUUID();
  const sessionHash = hex(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(sessionId))));
  try {
    keep(eventId, kept);
  } catch {
    return handOver(kept, { fault: 'web-storage-unsupported' });
  }
  location.replace(start + '&' + new URLSearchParams({ eventId, sessionHash }));
})();
`);
