/** Prefix of the key in sessionStorage for a sign-in of /__/auth/handler whose window is at the provider. */
const KEPT = 'auth-handler:';
/** Prefix of the key under which a sign-in by redirect waits for the frame of the app's page. */
export const REDIRECTED = 'auth-redirect:';

/**
 * Functions for scripts. `keep` and `takeKept` keep a sign-in that began at /__/auth/handler in this tab, with its
 * session id: a result that another browser began has none, and is given to nobody. `handOver` gives the result to the
 * app, as the SDK's `AuthEvent`. A popup posts it to the frames of its opener; only a page of this origin receives it,
 * such as /__/auth/iframe. A redirect leaves it to that frame in this tab's storage, for the app's origin alone.
 */
export const HAND_OVER = `
  function keep(id, signIn) {
    sessionStorage.setItem('${KEPT}' + id, JSON.stringify(signIn));
  }

  function takeKept(id) {
    try {
      const kept = sessionStorage.getItem('${KEPT}' + id);
      sessionStorage.removeItem('${KEPT}' + id);
      return JSON.parse(kept);
    } catch {
      return null; // No storage: such a sign-in can't have begun here.
    }
  }

  function handOver({ app, authType, redirectUrl, eventId, sessionId }, { code, fault }) {
    const event = {
      type: authType,
      eventId,
      sessionId,
      postBody: null,
      tenantId: null,
      urlResponse: location.origin + '/__/auth/handler?code=' + encodeURIComponent(code ?? ''),
      error: fault ? { code: 'auth/' + fault, message: fault } : null,
    };
    if (authType.endsWith('Redirect')) {
      const { origin } = new URL(redirectUrl);
      sessionStorage.setItem('${REDIRECTED}' + app, JSON.stringify({ origin, event }));
      location.replace(redirectUrl);
      return;
    }
    const frames = window.opener?.frames;
    for (let at = 0; at < (frames?.length ?? 0); at++)
      frames[at].postMessage({ type: 'cairn-auth-event', app, event }, location.origin);
  }`;
