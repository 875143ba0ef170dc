import { raw } from 'hono/html';

/**
 * What the pages under /oauth do. They talk to the page that opened them over the channel that
 * src/web/session/popup/messages.ts describes, since `window.opener` is gone when a provider cuts the window off.
 * Going on: announce it, then leave. Coming back: hand the one-time code over until somebody takes it, then close; the
 * words and the button stay for a browser that does not let a script close its window.
 */
export const SCRIPT = raw(`
(() => {
  const { event: eventId, next, code, fault } = document.body.dataset;
  const button = document.querySelector('button');
  button?.addEventListener('click', () => window.close());
  history.replaceState(null, '', location.pathname);
  if (!eventId || !('BroadcastChannel' in window)) return;
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
