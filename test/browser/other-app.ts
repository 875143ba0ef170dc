import { readFile } from 'node:fs/promises';
import { request } from 'node:http';
import { createServer } from 'node:https';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { makePair } from '../support/issuer.ts';

/**
 * https for a store at shop.localhost, as its proxy adds it, and for an app of somebody else at every other name: the
 * SDK opens its window at https only.
 */
export type OtherApp = {
  /** The store's address. */
  shop: string;
  /** The app's address under this name. */
  at(name: string): string;
  /** Where the store listens. */
  forwardTo(url: string): void;
  close(): Promise<void>;
};

export async function startOtherApp(): Promise<OtherApp> {
  const { certificate, privateKey } = makePair('shop.localhost');
  const key = privateKey.export({ type: 'pkcs8', format: 'pem' });
  let store: string | undefined;
  const server = createServer({ key, cert: certificate }, (incoming, outgoing) => {
    const { method, headers, url = '/' } = incoming;
    if (!headers.host?.startsWith('shop.localhost')) {
      void answerApp(url, shop()).then(({ type, body }) => outgoing.writeHead(200, { 'content-type': type }).end(body));
      return;
    }
    const passed = request(new URL(url, store), { method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(outgoing);
    });
    passed.on('error', () => outgoing.destroy());
    incoming.pipe(passed);
  });
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  const { port } = server.address() as AddressInfo;
  const shop = () => `https://shop.localhost:${port}`;
  return {
    shop: shop(),
    at: (name) => `https://${name}:${port}`,
    forwardTo: (url) => void (store = url),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const FIREBASE = path.dirname(createRequire(import.meta.url).resolve('firebase/package.json'));

/** The app's page as it is with Google's service: without the store's script. */
export const UNCHANGED = '/unchanged';

/** A file of the app: its page, or one of the SDK's builds for pages without a bundler, as published. */
async function answerApp(url: string, shop: string): Promise<{ type: string; body: string }> {
  const file = /^\/(firebase-(?:app|auth)\.js)$/.exec(url)?.[1];
  if (file === undefined) {
    const script = url === UNCHANGED ? '' : `<script src="${shop}/__/auth/gapi.js"></script>`;
    return { type: 'text/html; charset=utf-8', body: appPage(shop, script) };
  }
  const code = await readFile(path.join(FIREBASE, file), 'utf8');
  const body = code.replaceAll(/https:\/\/www\.gstatic\.com\/firebasejs\/[\d.]+\//g, '/');
  return { type: 'text/javascript; charset=utf-8', body };
}

/** The page of an app that knows nothing of this store but its address and key. */
function appPage(shop: string, script: string): string {
  const { host } = new URL(shop);
  return `<!doctype html>
<html lang="en">
  <meta charset="utf-8" />
  <title>A travel journal</title>
  <link rel="icon" href="data:," />
  ${script}
  <body>
    <button id="popup">Sign in with Google</button>
    <button id="other">Sign in with GitHub</button>
    <button id="redirect">Sign in with Google on this page</button>
    <p role="status"></p>
    <script type="module">
      import { initializeApp } from '/firebase-app.js';
      import {
        getAuth, getRedirectResult, GithubAuthProvider, GoogleAuthProvider, signInWithPopup, signInWithRedirect,
      } from '/firebase-auth.js';
      const auth = getAuth(initializeApp({ apiKey: 'cairn-web', projectId: 'cairn', authDomain: '${host}' }));
      Object.assign(auth.config, { apiHost: '${host}/identity', tokenApiHost: '${host}/identity' });
      const on = (id, act) => document.getElementById(id).addEventListener('click', () => void show(act()));
      on('popup', () => signInWithPopup(auth, new GoogleAuthProvider()));
      on('other', () => signInWithPopup(auth, new GithubAuthProvider()));
      on('redirect', () => signInWithRedirect(auth, new GoogleAuthProvider()));
      await show(getRedirectResult(auth));

      async function show(signIn) {
        document.querySelector('p').textContent = await signIn.then(
          async (result) =>
            result === null
              ? 'nobody'
              : result.user.email + ' by ' + (await result.user.getIdTokenResult()).signInProvider,
          (error) => error.code,
        );
      }
    </script>
  </body>
</html>`;
}
