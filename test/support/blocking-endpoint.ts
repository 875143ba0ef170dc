import { createHmac } from 'node:crypto';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { BlockingQuestion } from '#src/modules/identity/blocking-hook.ts';

export const BLOCKING_SECRET = 'a secret of the merchant, 32 characters'.replaceAll(' ', '-');

type Reply = (response: ServerResponse, question: BlockingQuestion) => void;

/** A reply with this JSON. */
export const says =
  (body: unknown, status = 200): Reply =>
  (response) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));

/** A merchant's endpoint on its own port. It allows everything until `reply` is set, and records its requests. */
export async function startBlockingEndpoint(secrets = [BLOCKING_SECRET]) {
  const endpoint = {
    /** The secrets whose signatures it accepts. */
    secrets,
    /** False: it does not check signatures. */
    checks: true,
    url: new URL('http://127.0.0.1'),
    questions: [] as BlockingQuestion[],
    reply: says({ allow: true }),
    /** Called before each reply. */
    before: async () => {},
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString('utf8');
    const [, time = '', signature] =
      /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(request.headers['cairn-signature'])) ?? [];
    const expected = endpoint.secrets.map((secret) =>
      createHmac('sha256', secret).update(`${time}.${body}`).digest('hex'),
    );
    const isSigned = !endpoint.checks || expected.includes(signature ?? '');
    const isFresh = Math.abs(Date.now() / 1000 - Number(time)) < 300;
    if (request.method !== 'POST' || !isSigned || !isFresh) return response.writeHead(401).end();
    const question = JSON.parse(body) as BlockingQuestion;
    endpoint.questions.push(question);
    await endpoint.before();
    endpoint.reply(response, question);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  endpoint.url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/cairn`);
  return endpoint;
}
