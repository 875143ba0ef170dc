import { spawn } from 'node:child_process';
import { createHash, createHmac } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createSmtp } from '#src/adapters/smtp.ts';
import type { OutgoingMail } from '#src/modules/notifications/transport.ts';
import { start } from '#sandbox/mail/server.ts';
import { type Message, until } from '#test/support/wire.ts';

const dir = mkdtempSync(join(tmpdir(), 'cairn-mail-'));
const FROM = 'Cairn <hello@cairn.example>';
let sandbox: Awaited<ReturnType<typeof start>>;
let smtp: ReturnType<typeof createSmtp>;

beforeAll(async () => {
  sandbox = await start({ port: 0, dataDir: dir });
  smtp = createSmtp({ url: sandbox.smtp, from: FROM, timeoutMs: 30_000 });
});
afterAll(async () => {
  await sandbox.close();
  rmSync(dir, { recursive: true, force: true });
});
beforeEach(() => control({ reset: true }));

async function control(order: object, url = sandbox.url) {
  const response = await fetch(`${url}/_sandbox/control`, { method: 'POST', body: JSON.stringify(order) });
  const body = (await response.json()) as { waiting: Record<string, number> };
  if (!response.ok) throw new Error(`${response.status} ${JSON.stringify(body)}`);
  return body;
}
const waiting = async (call: string) =>
  ((await (await fetch(`${sandbox.url}/_sandbox/control`)).json()) as { waiting: Record<string, number> }).waiting[
    call
  ] ?? 0;
async function inbox(to?: string, url = sandbox.url): Promise<Message[]> {
  const response = await fetch(`${url}/_sandbox/messages${to === undefined ? '' : `?to=${encodeURIComponent(to)}`}`);
  return ((await response.json()) as { messages: Message[] }).messages;
}
const mail = (more: Partial<OutgoingMail> = {}): OutgoingMail => ({
  to: 'buyer@example.com',
  subject: 'Your eSIM',
  html: '<p>Hello</p>',
  text: 'Hello',
  messageId: '<one@cairn.example>',
  attachments: [],
  ...more,
});
/** A picture of one pixel. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

describe('a mail', () => {
  it('arrives complete: both bodies, accents, links, and the QR code attached and inline', async () => {
    await smtp.send(
      mail({
        to: 'élodie@exemple.example',
        subject: 'Votre eSIM « France – 3 Go » est prête',
        html: '<p>Bonjour,</p><img src="cid:qr" alt=""><a href="https://cairn.example/o?a=1&amp;b=2">Ouvrir</a>',
        text: 'Bonjour,\nhttps://cairn.example/o?a=1&b=2 et https://cairn.example/aide.',
        headers: { 'Auto-Submitted': 'auto-generated' },
        attachments: [{ filename: 'esim-qr.png', contentType: 'image/png', content: PNG, contentId: 'qr' }],
      }),
    );
    expect(await inbox()).toEqual([
      {
        id: expect.any(String),
        to: ['élodie@exemple.example'],
        from: FROM,
        subject: 'Votre eSIM « France – 3 Go » est prête',
        html: expect.stringContaining('src="cid:qr"'),
        text: expect.stringContaining('Bonjour,'),
        messageId: '<one@cairn.example>',
        links: ['https://cairn.example/o?a=1&b=2', 'https://cairn.example/aide'],
        date: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
        headers: expect.arrayContaining([{ name: 'Auto-Submitted', value: 'auto-generated' }]),
        attachments: [
          {
            filename: 'esim-qr.png',
            contentType: 'image/png',
            contentId: 'qr',
            size: PNG.length,
            contentBase64: PNG.toString('base64'),
          },
        ],
      },
    ]);
    const raw = await (await fetch(`${sandbox.url}/messages/1/raw`)).text();
    expect(raw).toMatch(/^auto-submitted: auto-generated/im);
  });

  it('goes to one recipient, whatever the address looks like', async () => {
    await smtp.send(mail({ to: 'a@example.com, b@example.com' })).catch(() => undefined);
    const recipients = (await inbox()).flatMap((message) => message.to);
    expect(recipients).not.toContain('a@example.com');
    expect(recipients).not.toContain('b@example.com');
  });

  it('is found by its exact recipient, and the inbox can be emptied', async () => {
    await smtp.send(mail({ to: 'One@example.com' }));
    await smtp.send(mail({ to: 'two@example.com' }));
    expect(await inbox('one@EXAMPLE.com')).toHaveLength(1);
    expect(await inbox('example.com')).toEqual([]);
    await fetch(`${sandbox.url}/_sandbox/messages`, { method: 'DELETE' });
    expect(await inbox()).toEqual([]);
  });
});

describe('a server that fails', () => {
  it.each(['smtp.connect', 'smtp.mail', 'smtp.rcpt', 'smtp.data'])(
    'temporarily at %s means retry; nothing arrived',
    async (call) => {
      await control({ fail: { call } });
      await expect(smtp.send(mail())).rejects.toMatchObject({ code: 'mail-temporary' });
      expect(await inbox()).toEqual([]);
      await smtp.send(mail());
      expect(await inbox()).toHaveLength(1);
    },
  );

  it.each(['smtp.mail', 'smtp.rcpt', 'smtp.data'])('permanently at %s means refused', async (call) => {
    await control({ fail: { call, status: 550, body: 'No such user buyer@example.com' } });
    const error = (await smtp.send(mail()).catch((thrown: unknown) => thrown)) as Error;
    expect(error).toMatchObject({ code: 'mail-refused' });
    expect(JSON.stringify([error.message, error.stack, String(error.cause), error])).not.toContain('buyer');
  });

  it('permanently at the connection says nothing about the mail: retry', async () => {
    await control({ fail: { call: 'smtp.connect', status: 554 } });
    await expect(smtp.send(mail())).rejects.toMatchObject({ code: 'mail-temporary' });
  });

  it.each(['smtp.connect', 'smtp.mail', 'smtp.rcpt', 'smtp.data'])(
    'by closing the connection at %s means retry',
    async (call) => {
      await control({ fail: { call, hangup: true } });
      await expect(smtp.send(mail())).rejects.toMatchObject({ code: 'mail-temporary' });
      expect(await inbox()).toEqual([]);
    },
  );

  it('after it accepted the mail means retry, although the mail arrived', async () => {
    // No status is sent.
    await control({ fail: { call: 'smtp.data', when: 'after', status: 550 } });
    await expect(smtp.send(mail())).rejects.toMatchObject({ code: 'mail-temporary' });
    expect(await inbox()).toHaveLength(1);
  });

  it('by not answering times out, and the held mail still arrives on release', async () => {
    await control({ hold: { call: 'smtp.data' } });
    const hasty = createSmtp({ url: sandbox.smtp, from: FROM, timeoutMs: 3_000 });
    await expect(hasty.send(mail())).rejects.toMatchObject({ code: 'mail-temporary' });
    expect(await waiting('smtp.data')).toBe(1);
    expect(await inbox()).toEqual([]);
    await control({ release: { call: 'smtp.data' } });
    await expect.poll(() => inbox()).toHaveLength(1);
  });

  it('by being down means retry', async () => {
    const gone = await start({ port: 0, dataDir: mkdtempSync(join(dir, 'gone-')) });
    await gone.close();
    const nobody = createSmtp({ url: gone.smtp, from: FROM, timeoutMs: 1_000 });
    await expect(nobody.send(mail())).rejects.toMatchObject({ code: 'mail-temporary' });
  });

  it('without TLS is not used when TLS is required', async () => {
    const strict = createSmtp({ url: sandbox.smtp, from: FROM, timeoutMs: 30_000, requireTls: true });
    await expect(strict.send(mail())).rejects.toMatchObject({ code: 'mail-temporary' });
    expect(await inbox()).toEqual([]);
  });

  it('accepts any credentials', async () => {
    const known = createSmtp({ url: sandbox.smtp.replace('//', '//user:pass@'), from: FROM, timeoutMs: 30_000 });
    await known.send(mail());
    expect(await inbox()).toHaveLength(1);
  });

  it('lists its calls for an unknown one', async () => {
    await expect(control({ hold: { call: 'smtp.quit' } })).rejects.toThrow(/smtp\.data/);
  });
});

describe('the inbox page', () => {
  const page = async (path: string) => {
    const response = await fetch(sandbox.url + path);
    return { status: response.status, headers: response.headers, html: await response.text() };
  };

  it('lists mails, newest first, and says when there are none', async () => {
    expect((await page('/')).html).toContain('No mail yet');
    await smtp.send(mail({ subject: 'first' }));
    await smtp.send(mail({ subject: 'second <b>bold</b>' }));
    const { html } = await page('/');
    expect(html.indexOf('second &lt;b&gt;')).toBeGreaterThan(0);
    expect(html.indexOf('second')).toBeLessThan(html.indexOf('first'));
  });

  it('shows a mail in a sandboxed frame with its inline pictures and attachments', async () => {
    await smtp.send(
      mail({
        html: '<script>alert("x")</script><img src="cid:qr" alt="QR">',
        attachments: [{ filename: 'esim qr.png', contentType: 'image/png', content: PNG, contentId: 'qr' }],
      }),
    );
    const [listed] = /\/messages\/\d+/.exec((await page('/')).html) ?? [''];
    const { html, headers } = await page(listed);
    expect(html).toContain('sandbox="allow-popups allow-popups-to-escape-sandbox"');
    expect(html).toContain(`data:image/png;base64,${PNG.toString('base64')}`);
    expect(html).not.toContain('<script');
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
    const file = await fetch(`${sandbox.url}${listed}/attachments/0`);
    expect(file.headers.get('content-disposition')).toBe("attachment; filename*=UTF-8''esim%20qr.png");
    expect(Buffer.from(await file.arrayBuffer())).toEqual(PNG);
    expect((await page(`${listed}/attachments/1`)).status).toBe(404);
    expect((await page('/messages/99')).status).toBe(404);
  });
});

describe('a mail to the reply domain', () => {
  const secret = 'a secret of the webhook, long enough';
  type Handed = { recipient: unknown; signature: unknown; body: Buffer };
  const handed: Handed[] = [];
  const statuses: number[] = [];
  const endpoint = createServer((request, response) => {
    void buffer(request).then((body) => {
      const { 'mail-recipient': recipient, 'mail-signature': signature } = request.headers;
      handed.push({ recipient, signature, body });
      response.writeHead(statuses.shift() ?? 204).end();
    });
  });
  let own: Awaited<ReturnType<typeof start>>;
  beforeAll(async () => {
    await once(endpoint.listen(0, '127.0.0.1'), 'listening');
    const url = `http://127.0.0.1:${(endpoint.address() as AddressInfo).port}/`;
    own = await start({ port: 0, dataDir: join(dir, 'forward'), forward: { domain: 'cairn.example', url, secret } });
  });
  afterAll(async () => {
    await own.close();
    endpoint.close();
  });
  const deliver = (more: Partial<OutgoingMail>) =>
    createSmtp({ url: own.smtp, from: FROM, timeoutMs: 30_000 }).send(mail(more));

  it('is delivered signed and complete, retried after 503 and 429, and given up after 400; other mails stay', async () => {
    statuses.push(503, 429, 204, 400);
    await deliver({ to: 'buyer@example.com' });
    await deliver({ to: 'reply+abc@cairn.example', text: 'An answer' });
    await until(() => handed.length === 3, { what: 'two tries more' });
    await deliver({ to: 'reply+def@cairn.example' });
    await until(() => handed.length === 4, { what: 'the next' });
    expect(handed.map(({ recipient }) => recipient)).toEqual([
      ...Array.from({ length: 3 }, () => 'reply+abc@cairn.example'),
      'reply+def@cairn.example',
    ]);
    const { body, signature, recipient } = handed[2]!;
    expect(body.toString()).toMatch(/^Return-Path: <hello@cairn.example>\r\n[^]*An answer/);
    const [, time, sha256, v1] = /^t=(\d+),sha256=(\w+),v1=(\w+)$/.exec(String(signature)) ?? [];
    expect(sha256).toBe(createHash('sha256').update(body).digest('hex'));
    expect(v1).toBe(
      createHmac('sha256', secret)
        .update(`${time}.${sha256}.${String(recipient)}`)
        .digest('hex'),
    );
  });

  it('is sent when a mail is answered in the inbox', async () => {
    handed.length = 0;
    await deliver({ text: 'A question', headers: { 'Reply-To': 'reply+ghi@cairn.example' } });
    const id = (await inbox('buyer@example.com', own.url)).at(-1)!.id;
    const page = `${own.url}/messages/${id}`;
    expect(await (await fetch(page)).text()).toContain('Send the answer');
    await fetch(`${page}/reply`, { method: 'POST', body: new URLSearchParams({ text: 'From the inbox.' }) });
    const answer = await until(() => handed[0], { what: 'the answer' });
    expect(answer.recipient).toBe('reply+ghi@cairn.example');
    expect(answer.body.toString()).toMatch(/In-Reply-To: <one@cairn.example>[^]*From the inbox\.[^]*> A question/);
  });
});

describe('kill -9', () => {
  it('loses no accepted mail', async () => {
    const own = mkdtempSync(join(dir, 'kill-'));
    const run = async () => {
      const child = spawn(process.execPath, ['sandbox/mail/main.ts', '--data', own, '--with-parent'], {
        stdio: ['pipe', 'pipe', 'inherit'],
      });
      for await (const line of createInterface({ input: child.stdout }))
        return { child, ...(JSON.parse(line) as { url: string; smtp: string }) };
      throw new Error('the sandbox did not start');
    };
    const first = await run();
    await createSmtp({ url: first.smtp, from: FROM, timeoutMs: 30_000 }).send(mail({ to: 'kept@example.com' }));
    const gone = once(first.child, 'exit');
    first.child.kill('SIGKILL');
    await gone;

    const second = await run();
    expect(await inbox('kept@example.com', second.url)).toHaveLength(1);
    const stopped = once(second.child, 'exit');
    // When its parent ends, it ends too.
    second.child.stdin.end();
    expect((await stopped)[0]).toBe(0);
  });
});
