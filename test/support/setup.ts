/**
 * Runs before each test file. The marker for answers that are already sent must be made before the first server replaces
 * the global `Response`. Otherwise the server answers it a second time, and closes the connection.
 */
import '@hono/node-server/utils/response';
import { watchRefusals } from '#src/web/session/wire-failure.ts';

/**
 * As on the site (web/session/firebase.ts): what the identity server refuses is kept beside the SDK's error. The SDK binds
 * `fetch` when it is loaded.
 */
const WATCHED = Symbol.for('cairn.watched-fetch');
const { fetch } = globalThis;
if (!(WATCHED in fetch))
  globalThis.fetch = Object.assign(
    (...[input, init]: Parameters<typeof fetch>) => {
      const host = URL.parse(input instanceof Request ? input.url : String(input))?.host;
      return watchRefusals(`${host}/identity`, fetch)(input, init);
    },
    { [WATCHED]: true },
  );
