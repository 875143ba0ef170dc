import { Hono } from 'hono';
import type { Started } from '../kit/command-line.ts';
import { createControl } from '../kit/control.ts';
import { openLedger } from '../kit/ledger.ts';
import { serve, type SandboxEnv } from '../kit/serve.ts';
import { FACEBOOK_CALLS, mountFacebook } from './facebook.ts';
import { GOOGLE_CALLS, mountGoogle } from './google.ts';
import { createPeople, drawPicture } from './people.ts';
import { createVisits } from './visits.ts';

export type OauthSandboxOptions = {
  port: number;
  dataDir: string;
  googleClientId: string;
  googleClientSecret: string;
  facebookAppId: string;
  facebookAppSecret: string;
  /** The redirect URI of both providers. */
  redirectUri: string;
};

/** Starts Google and Facebook as identity providers on one port. See sandbox/README.md. */
export async function start(options: OauthSandboxOptions): Promise<Started & { google: string; facebook: string }> {
  const { dataDir, redirectUri } = options;
  const ledger = openLedger(dataDir, 'oauth');
  let url = '';
  const people = createPeople(ledger, () => url);
  const visits = createVisits(() => people);
  const control = createControl({
    calls: [...GOOGLE_CALLS, ...FACEBOOK_CALLS],
    reset() {
      // The key survives a reset, because clients cache its public half.
      const keys = ledger.collection('keys');
      const kept = keys.list();
      ledger.clear();
      for (const key of kept) keys.put(key);
      visits.reset();
    },
    verbs: visits.verbs,
  });

  const app = new Hono<SandboxEnv>();
  app.use(control.routes);
  app.get('/_sandbox/ledger', (c) => c.json({ people: people.all(), grants: people.grants() }));
  app.get('/pictures/:file{\\d+\\.png}', async (c) => {
    c.header('Content-Type', 'image/png');
    return c.body(new Uint8Array(await drawPicture(c.req.param('file').replace('.png', ''))));
  });

  const web = await serve(app, options.port);
  url = web.url;
  const shared = { redirectUri, ledger, people, visits, control };
  mountFacebook(app, { ...shared, appId: options.facebookAppId, appSecret: options.facebookAppSecret });
  await mountGoogle(app, {
    ...shared,
    issuer: url,
    clientId: options.googleClientId,
    clientSecret: options.googleClientSecret,
  });
  app.notFound((c) =>
    c.json({ error: { message: 'This sandbox does not know that call.', type: 'NotImplemented', code: 501 } }, 501),
  );

  return {
    url,
    google: url,
    facebook: url,
    async close() {
      control.close();
      await web.close();
      ledger.close();
    },
  };
}
