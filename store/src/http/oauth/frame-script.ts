import { raw } from 'hono/html';
import { REDIRECTED } from './hand-over.ts';

/**
 * The script of /__/auth/iframe, which the stock SDK keeps in the app's page. It talks to gapi-script.ts over a port that
 * the app's page sends, and passes on what windows of our own origin post (hand-over.ts). Who may frame it is in its
 * Content-Security-Policy, so that the page around it is an authorized one.
 */
export const FRAME_SCRIPT = raw(`
(() => {
  const query = new URLSearchParams(location.search);
  const app = query.get('apiKey') + ':' + query.get('appName');
  let port;
  addEventListener('message', ({ source, origin, data, ports }) => {
    if (data?.type === 'cairn-auth-connect' && source === parent && ports[0] && !port) connect(ports[0], origin);
    else if (data?.type === 'cairn-auth-event' && origin === location.origin && data.app === app) send(data.event);
  });

  function send(authEvent) {
    port?.postMessage({ type: 'authEvent', data: { type: 'authEvent', authEvent } });
  }

  function connect(given, origin) {
    port = given;
    port.onmessage = ({ data: { id, type } }) => {
      if (type === 'webStorageSupport') port.postMessage({ answers: id, value: { status: 'ACK', webStorageSupport: true } });
    };
    port.postMessage({ type: 'ready' });
    // The SDK waits for one event: that of a redirect, or this one, which says that there was none.
    send(takeRedirect(origin) ?? { type: 'unknown', error: { code: 'auth/no-auth-event' } });
  }

  /** The result of a redirect to a page of this origin. A browser may refuse the storage to frames of other sites. */
  function takeRedirect(origin) {
    try {
      const kept = JSON.parse(sessionStorage.getItem('${REDIRECTED}' + app));
      if (kept?.origin !== origin) return undefined;
      sessionStorage.removeItem('${REDIRECTED}' + app);
      return kept.event;
    } catch {
      return undefined;
    }
  }
})();
`);
