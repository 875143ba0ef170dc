import { createHash, timingSafeEqual } from 'node:crypto';
import { type Context, Hono } from 'hono';
import * as z from 'zod';
import type { Started } from '../kit/command-line.ts';
import { createControl, type Control, type Fault } from '../kit/control.ts';
import { openLedger } from '../kit/ledger.ts';
import { serve, type SandboxEnv } from '../kit/serve.ts';
import { createMessages, messageResource, type Messages } from './messages.ts';
import { REFUSED, type Refusal } from './numbers.ts';
import { inboxPage, PAGE_POLICY } from './pages.ts';
import { createReporter, REPORT_CALL } from './reports.ts';

export type SmsSandboxOptions = { port: number; dataDir: string; accountSid: string; authToken: string };

/** The message fields of this sandbox. Any other field is a 501. */
const messageFields = z.strictObject({
  To: z.string().regex(/^\+[1-9]\d{6,14}$/),
  From: z.string().min(1).optional(),
  MessagingServiceSid: z
    .string()
    .regex(/^MG[0-9a-f]{32}$/)
    .optional(),
  Body: z.string().min(1).max(1_600),
  StatusCallback: z.url().optional(),
  ValidityPeriod: z.coerce.number().int().min(1).max(36_000).optional(),
});

/** Starts the SMS sandbox: Twilio's Messages API and a web inbox. See sandbox/README.md. */
export async function start({ port, dataDir, accountSid, authToken }: SmsSandboxOptions): Promise<Started> {
  const ledger = openLedger(dataDir, 'sms');
  const messages = createMessages(ledger);
  const control = createControl({
    calls: ['accounts.fetch', 'messages.create', REPORT_CALL],
    reset: () => ledger.clear(),
  });
  const reporter = createReporter({ accountSid, authToken }, { messages, control });

  const app = new Hono<SandboxEnv>();
  app.use(async (c, next) => {
    await next();
    c.header('Content-Security-Policy', PAGE_POLICY);
    c.header('X-Content-Type-Options', 'nosniff');
    c.header('Referrer-Policy', 'no-referrer');
    c.header('Cache-Control', 'no-store');
  });
  app.use(control.routes);

  app.get('/_sandbox/messages', (c) => c.json({ messages: messages.list(c.req.query('to')) }));
  app.get('/_sandbox/ledger', (c) =>
    c.json({ messages: messages.list().map((message) => messageResource(message, accountSid)) }),
  );
  app.get('/', (c) => c.html(inboxPage(messages.list())));
  app.post('/messages/delete', (c) => {
    messages.deleteAll();
    return c.redirect('/', 303);
  });

  mountTwilio(app, { accountSid, authToken, messages, control, reporter });
  app.notFound((c) => refuse(c, { status: 501, code: 20001, message: 'The sandbox does not know this call' }));

  const web = await serve(app, port);
  return {
    url: web.url,
    async close() {
      control.close();
      reporter.close();
      await web.close();
      ledger.close();
    },
  };
}

type Twilio = Pick<SmsSandboxOptions, 'accountSid' | 'authToken'> & {
  messages: Messages;
  control: Control;
  reporter: ReturnType<typeof createReporter>;
};

/** Twilio's calls, each with the account's credentials. */
function mountTwilio(app: Hono<SandboxEnv>, twilio: Twilio): void {
  const { accountSid, authToken, messages, control } = twilio;
  app.use('/2010-04-01/*', async (c, next) => {
    const expected = `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`;
    if (!isSame(c.req.header('authorization') ?? '', expected))
      return refuse(c, { status: 401, code: 20003, message: 'Authenticate' });
    return next();
  });
  app.post(
    `/2010-04-01/Accounts/${accountSid}/Messages.json`,
    control.guard('messages.create', (c) => createMessage(c, twilio), failed),
  );
  app.get(
    `/2010-04-01/Accounts/${accountSid}.json`,
    control.guard(
      'accounts.fetch',
      (c) =>
        c.json({
          sid: accountSid,
          friendly_name: 'Sandbox',
          owner_account_sid: accountSid,
          status: 'active',
          type: 'Full',
          uri: `/2010-04-01/Accounts/${accountSid}.json`,
        }),
      failed,
    ),
  );
  app.get(`/2010-04-01/Accounts/${accountSid}/Messages/:file`, (c) => {
    const found = messages.get(c.req.param('file').replace(/\.json$/, ''));
    return found
      ? c.json(messageResource(found, accountSid))
      : refuse(c, { status: 404, code: 20404, message: 'The requested resource was not found' });
  });
}

async function createMessage(c: Context<SandboxEnv>, { accountSid, messages, reporter }: Twilio): Promise<Response> {
  const given = Object.fromEntries(new URLSearchParams(await c.req.text()));
  const parsed = messageFields.safeParse(given);
  const issue = parsed.error?.issues[0];
  if (issue?.code === 'unrecognized_keys')
    return refuse(c, { status: 501, code: 20001, message: `The sandbox does not know ${issue.keys.join(', ')}` });
  if (!parsed.success)
    return refuse(c, {
      status: 400,
      code: issue?.path[0] === 'To' ? 21211 : 21602,
      message: `${String(issue?.path[0])} is not valid`,
    });
  const { To, From = null, MessagingServiceSid = null, Body, StatusCallback = null } = parsed.data;
  if (From === null && MessagingServiceSid === null)
    return refuse(c, { status: 400, code: 21603, message: "A 'From' or 'MessagingServiceSid' is required" });
  const refusal = REFUSED[To];
  if (refusal) return refuse(c, refusal);
  const message = messages.store({
    to: To,
    from: From,
    messagingServiceSid: MessagingServiceSid,
    body: Body,
    statusCallback: StatusCallback,
  });
  setImmediate(() => void reporter.follow(message));
  return c.json(messageResource(message, accountSid), 201);
}

/** An error in Twilio's format. */
function refuse(c: Context<SandboxEnv>, { status, code, message }: Refusal): Response {
  const more_info = `https://www.twilio.com/docs/errors/${code}`;
  return c.json({ code, message, more_info, status }, status as 400);
}

function failed(c: Context<SandboxEnv>, { status, body }: Fault): Response {
  if (body !== undefined) return c.json(body, status as 503);
  return refuse(c, { status, code: 20500, message: 'The control plane made the sandbox fail this call' });
}

function isSame(given: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(expected));
}
