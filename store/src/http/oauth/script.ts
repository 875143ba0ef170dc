import { raw } from 'hono/html';
import { HAND_OVER } from './hand-over.ts';

/**
 * The script of the pages under /oauth. It talks to the opening page over the channel described in
 * src/web/session/popup/messages.ts, because a provider's opener policy can sever `window.opener`. Before the redirect
 * to the provider it announces that it leaves. On return it offers the one-time code until the opener takes it, then
 * closes. The text and the button remain for browsers that do not let a script close its window. A sign-in that began
 * at /__/auth/handler is handed over as that page keeps it.
 */
export const SCRIPT = raw(`
(() => {
  ${HAND_OVER}
  const { event: eventId, next, code, fault } = document.body.dataset;
  const button = document.querySelector('button');
  button?.addEventListener('click', () => window.close());
  history.replaceState(null, '', location.pathname);
  if (!eventId) return;
  const kept = next ? null : takeKept(eventId);
  if (kept) return handOver(kept, { code, fault });
  if (!('BroadcastChannel' in window)) return;
  const channel = new BroadcastChannel('cairn-auth');
  if (next) {
    channel.postMessage({ type: 'leaving', eventId });
    location.replace(next);
    return;
  }
  const timer = setInterval(tell, 250);
  let left = 20;
  function tell() {
    if (left-- === 0) clearInterval(timer);
    else channel.postMessage(code ? { type: 'result', eventId, code } : { type: 'result', eventId, fault });
  }
  channel.addEventListener('message', ({ data }) => {
    if (data?.type !== 'taken' || data.eventId !== eventId) return;
    clearInterval(timer);
    window.close();
  });
  tell();
})();
`);
