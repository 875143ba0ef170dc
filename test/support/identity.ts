import { serve } from '@hono/node-server';
import { randomBytes, randomUUID } from 'node:crypto';
import { inspect } from 'node:util';
import type { AddressInfo } from 'node:net';
import { Hono } from 'hono';
import { decodeJwt, SignJWT } from 'jose';
import { openDatabase } from '#src/db/database.ts';
import { createLimits, type Limits } from '#src/db/limits.ts';
import { createVault } from '#src/db/vault.ts';
import { createAccountMails } from '#src/flows/mail/account-mails.ts';
import type { Blocking } from '#src/flows/signing-in/admission.ts';
import { createDocumentBook } from '#src/modules/documents/documents.ts';
import { createEsimBook } from '#src/modules/esims/esims.ts';
import { createIdentityFlows } from '#src/flows/signing-in/identity-flows.ts';
import { createLinkProvider } from '#src/flows/account/link-provider.ts';
import { createSignInWithProvider } from '#src/flows/signing-in/sign-in-with-provider.ts';
import { createIdentityToolkit, createJwksHandler } from '#src/http/identity-toolkit/identity-toolkit.ts';
import { type Assessments, type CaptchaConfig, createCaptcha } from '#src/modules/captcha/captcha.ts';
import { createIdentity, type Account, type SignInProvider } from '#src/modules/identity/identity.ts';
import { createDrawPicture } from '#src/adapters/pictures.ts';
import { createPasskeys } from '#src/modules/passkeys/passkeys.ts';
import { createPhone, type PhoneSettings } from '#src/modules/phone/phone.ts';
import type { Sms } from '#src/modules/phone/sms.ts';
import { createRightsBook } from '#src/modules/rights/rights.ts';
import { createTickets } from '#src/modules/tickets/tickets.ts';
import { createSecondFactors } from '#src/modules/second-factors/second-factors.ts';
import { createPasswordPolicies } from '#src/modules/password-policy/password-policy.ts';
import { createKnownHashes, createPasswords, type Passwords } from '#src/modules/identity/passwords/passwords.ts';
import { ALGORITHM, createSigningKeys } from '#src/modules/identity/tokens/signing-keys.ts';
import { createProviders, type ProviderClient } from '#src/modules/identity/providers/providers.ts';
import { createAutoTopUpBook } from '#src/modules/auto-top-ups/auto-top-ups.ts';
import { createNoticeBook } from '#src/modules/notices/notices.ts';
import { createWithdrawalBook } from '#src/modules/rights/withdrawals/withdrawals.ts';
import { createCardBook } from '#src/modules/payments/cards/cards.ts';
import type { AccountMail, AccountMailKind } from '#src/modules/notifications/notifications.ts';
import { createOrders } from '#src/modules/orders/orders.ts';
import { LIMIT_SETTINGS, limitRules, type LimitRules, type LimitVariable } from '#src/shared/rate-limits.ts';
import { freshDatabase } from './database.ts';

export const API_KEY = 'test-key';
export const PROJECT = 'test-project';
const PUBLIC_URL = 'https://store.example';

/** The rules of limits that no test reaches, except those whose variables are given. */
export function generousLimits(given: Partial<Record<LimitVariable, number>> = {}): LimitRules {
  const defaults = LIMIT_SETTINGS.map(({ variable, byDefault }) => [
    variable,
    variable.startsWith('LIMIT_') ? 100_000 : byDefault,
  ]);
  return limitRules({ ...Object.fromEntries(defaults), TEXT_PAUSE_SECONDS: 0, ...given });
}

/** Off, because most tests are not about proof of work. */
const CAPTCHA: CaptchaConfig = { enabled: false, fromPercent: 80, seconds: 300, tries: 4, minScorePercent: 50 };

const SETTINGS = {
  apiKey: API_KEY,
  projectId: PROJECT,
  tokenIssuer: `${PUBLIC_URL}/identity`,
  refreshGraceSeconds: 60,
  verifyLinkHours: 72,
  shortLinkMinutes: 60,
  recoverLinkDays: 30,
  minPasswordLength: 6,
  recentLoginSeconds: 300,
  enumerationProtection: true,
  anonymous: false,
  customTokens: false,
  customTokenSecret: undefined as string | undefined,
  sessionIdleDays: 400,
  sessionMaxDays: undefined as number | undefined,
  keyRotationDays: 30,
  authorizedDomains: ['store.example'],
};

/** The fields that tests read one by one. */
type WireAnswer = Record<string, string> & { error: { code: number; message: string } };

/** The identity module alone, with its own database and port, a clock that tests set, and an outbox in memory. */
export async function startIdentity(
  options: {
    limits?: Parameters<typeof generousLimits>[0];
    passwords?: Passwords;
    settings?: Partial<typeof SETTINGS>;
    captcha?: Partial<CaptchaConfig>;
    assessments?: Assessments;
    google?: ProviderClient;
    phone?: Partial<PhoneSettings>;
    blocking?: Blocking;
    /** Replaces the default, which records each text in `texts`. */
    sms?: Sms;
  } = {},
) {
  const database = await freshDatabase();
  const { db, pool, close } = openDatabase(database.url, {
    max: 8,
    // Connections may still be closing when the database is dropped.
    onError: () => undefined,
  });
  const clock = { ahead: 0 };
  const mails: AccountMail[] = [];
  const faults: string[] = [];
  const secretKeys = [{ id: 'test', key: randomBytes(32) }];
  const vault = createVault(secretKeys);
  const config = {
    publicUrl: PUBLIC_URL,
    requests: { bodySeconds: 30 },
    identity: { ...SETTINGS, ...options.settings },
  };
  const parts = {
    db,
    vault,
    commonPasswords: new Set(['password1']),
    policies: createPasswordPolicies({
      db,
      minLength: SETTINGS.minPasswordLength,
      now: () => Date.now() + clock.ahead,
    }),
    drawPicture: createDrawPicture(),
    serviceAccountKey: async () => null,
    config,
    clock: () => new Date(Date.now() + clock.ahead),
  };
  const texts: { to: string; text: string }[] = [];
  const keptSms: Sms = {
    async send({ to, text }) {
      texts.push({ to, text });
      return { vendorId: `SM${randomBytes(16).toString('hex')}` };
    },
    readReport: () => null,
  };
  const codeKey = randomBytes(32);
  const phoneOf = (limits: Limits) =>
    createPhone({
      db,
      sms: options.sms ?? keptSms,
      limits,
      captcha,
      codeKey,
      host: 'store.example',
      settings: {
        countries: new Set(['FR', 'GB', 'US']),
        prices: new Map(),
        dailyBudget: 1_000,
        resendSeconds: 45,
        ...options.phone,
      },
      log: { warn: () => undefined },
      clock: parts.clock,
    });
  const passwords = options.passwords ?? createPasswords({ concurrency: 2, known: createKnownHashes(parts) });
  const identity = createIdentity({ ...parts, passwords });
  const secondFactors = createSecondFactors({ ...parts, recoveryKey: randomBytes(32) });
  const notifications = {
    queueAccountMail: async (_tx: unknown, mail: AccountMail) => void mails.push(mail),
    pseudonymise: async () => undefined,
    forgetRequested: async () => undefined,
    listOf: async () => [],
  };

  const captcha = createCaptcha({
    db,
    key: randomBytes(32),
    config: { ...CAPTCHA, ...options.captcha },
    assessments: options.assessments,
    log: { info: () => undefined },
    clock: parts.clock,
  });

  const orders = createOrders({
    db,
    access: { key: randomBytes(32), accessDays: 365, linkDays: 30, mostBrowsers: 10 },
    clock: { now: parts.clock },
  });

  /** Flows with their own rate limit counters, as in another process. */
  const flowsOf = (own: typeof identity) => {
    const { enumerationProtection } = config.identity;
    const limits = createLimits({ db, rules: generousLimits(options.limits) });
    return createIdentityFlows({
      db,
      captcha,
      identity: own,
      passkeys: createPasskeys({ db, publicUrl: PUBLIC_URL, clock: parts.clock }),
      phone: phoneOf(limits),
      limits,
      notices: { accessEnded: async () => undefined },
      notifications,
      orders,
      esims: createEsimBook({ db, clock: { now: parts.clock } }),
      documents: createDocumentBook({ db }),
      noticeBook: createNoticeBook({ db, clock: { now: parts.clock } }),
      rights: createRightsBook({ db, clock: { now: parts.clock } }),
      autoTopUps: createAutoTopUpBook({ db, clock: { now: parts.clock } }),
      withdrawals: createWithdrawalBook({ db, clock: { now: parts.clock } }),
      payments: { cards: createCardBook({ db, clock: { now: parts.clock } }) },
      secondFactors,
      tickets: createTickets({ db }),
      enumerationProtection,
      log: { warn: () => undefined },
      blocking: options.blocking,
    });
  };
  const flows = flowsOf(identity);

  const providers = createProviders({
    db,
    vault,
    clients: { ...(options.google && { 'google.com': options.google }) },
    publicUrl: PUBLIC_URL,
    clock: parts.clock,
  });
  const limits = createLimits({ db, rules: generousLimits(options.limits) });
  const phone = phoneOf(limits);
  const queuePhoto = async () => undefined;
  const idp = {
    providers,
    limits,
    signInWithProvider: createSignInWithProvider({
      db,
      admission: flows.admission,
      identity,
      providers,
      limits,
      notifications,
      orders,
      startSession: flows.startSession,
      claimAddress: flows.claimAddress,
      queuePhoto,
    }),
    linkProvider: createLinkProvider({ db, identity, providers, notifications, queuePhoto }),
  };

  const toolkit = createIdentityToolkit({
    config,
    hostedCaptcha: options.assessments,
    identity,
    phone,
    flows,
    idp,
    log: { error: (fields, message) => faults.push(`${message}: ${inspect((fields as { err?: unknown }).err)}`) },
  });
  const app = new Hono<{ Variables: { clientAddress: string } }>();
  app.use(async (c, next) => {
    c.set('clientAddress', c.req.header('x-test-address') ?? '192.0.2.1');
    await next();
  });
  app.route('/identity', toolkit);
  app.get('/.well-known/jwks.json', createJwksHandler({ identity }));
  const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' });
  await new Promise((resolve) => server.once('listening', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  return {
    url,
    db,
    pool,
    secretKeys,
    identity,
    flows,
    captcha,
    mails,
    phone,
    texts,
    /** The code of the last text to a number. */
    textedCode(to: string): string {
      const found = texts.findLast((each) => each.to === to);
      if (!found) throw new Error('No text to this number');
      return /#(\d{6})$/.exec(found.text)![1]!;
    },
    faults,
    clock,
    async checkPassword(input: { email: string; password: string }) {
      return identity.checkPassword(await identity.credentialsOf(input).find());
    },
    /** Opens a session without the surrounding flows. */
    async signIn(account: Account, provider: SignInProvider, by = identity) {
      const { session, refreshToken } = await by.openSession(db, account, { provider });
      return { ...(await by.issueIdToken(account, session)), refreshToken };
    },
    /** An ID token with changed claims, signed by the current key. */
    async resign(idToken: string, change: object) {
      const { kid, key } = await createSigningKeys({ ...parts, rotationDays: SETTINGS.keyRotationDays }).current();
      return new SignJWT({ ...decodeJwt(idToken), ...change }).setProtectedHeader({ alg: ALGORITHM, kid }).sign(key);
    },
    /** A second instance of the module on the same tables, as in another process. */
    anotherProcess: () => createIdentity({ ...parts, passwords }),
    /** A second instance with its own flows and limits. */
    anotherProcessWithFlows() {
      const own = createIdentity({ ...parts, passwords });
      const limits = createLimits({ db, rules: generousLimits(options.limits) });
      return { identity: own, flows: flowsOf(own), phone: phoneOf(limits) };
    },
    /** The link in the last mail of this kind, as rendered, or null when the mail became obsolete. */
    async mailedLink(kind: AccountMailKind): Promise<URL | null> {
      const mail = mails.findLast((each) => each.kind === kind);
      if (!mail) throw new Error(`No mail of the kind ${kind}`);
      const row = {
        id: '',
        subjectId: mail.accountId ?? randomUUID(),
        recipient: mail.to,
        locale: mail.locale,
        kind,
        detail: mail.detail ?? {},
        createdAt: new Date(),
        sentAt: null,
        attempts: 0,
        nextAttemptAt: new Date(),
        lastFault: null,
      };
      const rendered = await createAccountMails({ identity })[kind](row);
      return rendered && new URL(/https:\/\/\S+/.exec(rendered.text)![0]);
    },
    /** Calls the identity API with a valid key. */
    async call(path: string, body?: unknown, headers: Record<string, string> = {}) {
      const response = await fetch(`${url}/identity/${path}${path.includes('?') ? '&' : '?'}key=${API_KEY}`, {
        method: body === undefined ? 'GET' : 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body),
      });
      const text = await response.text();
      const isJson = response.headers.get('content-type')?.startsWith('application/json');
      return {
        status: response.status,
        headers: response.headers,
        text,
        json: (isJson ? JSON.parse(text) : undefined) as WireAnswer,
      };
    },
    async stop() {
      await new Promise((resolve) => {
        server.close(resolve);
        if ('closeAllConnections' in server) server.closeAllConnections();
      });
      await close();
      await database.drop();
    },
  };
}

export type IdentityWorld = Awaited<ReturnType<typeof startIdentity>>;
