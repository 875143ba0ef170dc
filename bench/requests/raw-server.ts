import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * A bare `node:http` server, forked by bench/requests.ts: answers each path with the headers and the bytes that it was given,
 * and does nothing else. Its requests per second and CPU are the 1 of the ratios.
 */
export type RawAnswer = { path: string; headers: [string, string][]; body: string };

const answers = new Map<string, { headers: Record<string, string>; body: Buffer }>();

process.on('message', ({ path, headers, body }: RawAnswer) => {
  answers.set(path, { headers: Object.fromEntries(headers), body: Buffer.from(body, 'base64') });
  process.send!({ path });
});

const server = createServer((request, response) => {
  const answer = answers.get(request.url!);
  if (answer === undefined) return void response.writeHead(404).end();
  response.writeHead(200, answer.headers).end(answer.body);
});
server.listen(0, '127.0.0.1', () => process.send!({ port: (server.address() as AddressInfo).port }));
