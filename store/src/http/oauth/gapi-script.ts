/**
 * /__/auth/gapi.js: the part of `gapi.iframes` that the SDK's popup resolver uses (its gapi.iframes.ts). The SDK looks
 * for `window.gapi.iframes.Iframe` before it loads https://apis.google.com/js/api.js, so a page that loads this script
 * first loads nothing from Google. Google's library speaks a protocol of its own with the frame, which is not published.
 */
export const GAPI_SCRIPT = `
(() => {
  const gapi = (window.gapi ??= {});
  if (gapi.iframes?.Iframe) return;

  class Iframe {
    #port;
    #setReady;
    #isReady = new Promise((resolve) => (this.#setReady = resolve));
    #handlers = new Map();
    #answers = new Map();
    #asked = 0;

    constructor({ where, url, attributes: { style, ...attributes } }) {
      const frame = document.createElement('iframe');
      const { port1, port2 } = new MessageChannel();
      this.#port = port1;
      port1.onmessage = ({ data }) => this.#receive(data);
      for (const [name, value] of Object.entries(attributes)) frame.setAttribute(name, value);
      Object.assign(frame.style, style);
      const connect = () =>
        frame.contentWindow.postMessage({ type: 'cairn-auth-connect' }, new URL(url).origin, [port2]);
      frame.addEventListener('load', connect, { once: true });
      frame.src = url;
      where.append(frame);
    }

    #receive({ type, data, answers, value }) {
      if (type === 'ready') return this.#setReady();
      if (answers === undefined) return this.#handlers.get(type)?.(data);
      const answered = this.#answers.get(answers);
      this.#answers.delete(answers);
      try {
        answered?.([value]);
      } catch {
        // The SDK throws after it has taken the answer (popup_redirect.ts, _isIframeWebStorageSupported).
      }
    }

    register(type, handler) {
      this.#handlers.set(type, handler);
    }

    send(type, data, answered) {
      const id = this.#asked++;
      this.#answers.set(id, answered);
      this.#port.postMessage({ id, type, data });
    }

    /** Calls back when the frame has answered. Never when it may not be shown here: the SDK then gives up. */
    ping(answered) {
      return this.#isReady.then(answered);
    }

    async restyle() {}
  }

  gapi.iframes = {
    Iframe,
    CROSS_ORIGIN_IFRAMES_FILTER: () => true,
    getContext: () => ({ open: async (options, opened) => opened(new Iframe(options)) }),
  };
})();
`;
