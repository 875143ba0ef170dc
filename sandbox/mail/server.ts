import { Hono } from 'hono';
import type { Started } from '../kit/command-line.ts';
import { createControl } from '../kit/control.ts';
import { openLedger } from '../kit/ledger.ts';
import { serve, type SandboxEnv } from '../kit/serve.ts';
import { createForwarder, FORWARD_CALL, type ForwardOptions } from './forward.ts';
import { createMessages, readMessage, type Messages } from './messages.ts';
import { inboxPage, messagePage, notFoundPage, PAGE_POLICY } from './pages.ts';
import { sendReply } from './reply.ts';
import { SMTP_CALLS, startSmtp } from './smtp.ts';

/**
 * `port` is the web inbox's, `smtpPort` the mail server's. 0 takes a free port. `forward`: which mails are delivered
 * where.
 */
export type MailSandboxOptions = { port: number; smtpPort?: number; dataDir: string; forward?: ForwardOptions };

/** Starts the mail sandbox: an SMTP server and a web inbox. See sandbox/README.md. */
export async function start(options: MailSandboxOptions): Promise<Started & { smtp: string }> {
  const ledger = openLedger(options.dataDir, 'mail');
  const messages = createMessages(ledger);
  const control = createControl({ calls: [...SMTP_CALLS, FORWARD_CALL], reset: () => ledger.clear() });
  const forwarder = options.forward && createForwarder(options.forward, { ledger, messages, control });

  const app = new Hono<SandboxEnv>();
  app.use(async (c, next) => {
    await next();
    c.header('Content-Security-Policy', PAGE_POLICY);
    c.header('X-Content-Type-Options', 'nosniff');
    c.header('Referrer-Policy', 'no-referrer');
    c.header('Cache-Control', 'no-store');
  });
  app.use(control.routes);

  mountApi(app, messages);
  mountInbox(app, messages, () => smtp.url);

  const smtp = await startSmtp({
    port: options.smtpPort ?? 0,
    control,
    store: (mail) => {
      const message = messages.store(mail);
      forwarder?.take(message);
    },
  });
  const web = await serve(app, options.port).catch(async (error: unknown) => {
    await smtp.close();
    throw error;
  });
  return {
    url: web.url,
    smtp: smtp.url,
    async close() {
      control.close();
      forwarder?.close();
      await Promise.all([web.close(), smtp.close()]);
      ledger.close();
    },
  };
}

const read = (messages: Messages, to?: string) => Promise.all(messages.list(to).map(readMessage));

/** What tests and scripts read. */
function mountApi(app: Hono<SandboxEnv>, messages: Messages): void {
  app.get('/_sandbox/messages', async (c) => {
    return c.json({ messages: await read(messages, c.req.query('to')) });
  });
  app.delete('/_sandbox/messages', (c) => {
    messages.deleteAll();
    return c.json({ messages: [] });
  });
}

/** The pages of the inbox. */
function mountInbox(app: Hono<SandboxEnv>, messages: Messages, smtpUrl: () => string): void {
  app.get('/', async (c) => c.html(inboxPage(await read(messages))));
  app.post('/messages/delete', (c) => {
    messages.deleteAll();
    return c.redirect('/', 303);
  });
  app.get('/messages/:id', async (c) => {
    const found = messages.get(c.req.param('id'));
    return found ? c.html(messagePage(await readMessage(found))) : c.html(notFoundPage(), 404);
  });
  app.post('/messages/:id/reply', async (c) => {
    const found = messages.get(c.req.param('id'));
    if (!found) return c.html(notFoundPage(), 404);
    const { text } = await c.req.parseBody();
    if (typeof text === 'string' && text.trim() !== '') await sendReply(smtpUrl(), await readMessage(found), text);
    return c.redirect('/', 303);
  });
  app.get('/messages/:id/raw', (c) => {
    const found = messages.get(c.req.param('id'));
    return found ? c.text(Buffer.from(found.rawBase64, 'base64').toString('utf8')) : c.html(notFoundPage(), 404);
  });
  app.get('/messages/:id/attachments/:index', async (c) => {
    const found = messages.get(c.req.param('id'));
    const file = found && (await readMessage(found)).attachments[Number(c.req.param('index'))];
    if (!file) return c.html(notFoundPage(), 404);
    // Never rendered: an attachment is not a page of ours.
    c.header('Content-Type', 'application/octet-stream');
    c.header('Content-Disposition', `attachment; filename*=UTF-8''${encodeURIComponent(file.filename)}`);
    return c.body(Buffer.from(file.contentBase64, 'base64'));
  });
  app.notFound((c) => c.html(notFoundPage(), 404));
}
