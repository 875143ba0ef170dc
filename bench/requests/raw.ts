import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import type { Answer } from './connections.ts';
import type { RawAnswer } from './raw-server.ts';

export type Raw = {
  url: string;
  pid: number;
  /** From now on this path answers with the headers and the body that the application sent. */
  copy(path: string, answer: Answer): Promise<void>;
  close(): void;
};

/** Node adds these by itself; a copied body has a length and no chunks. */
const BY_NODE = /^(date|connection|keep-alive|transfer-encoding|content-length)$/i;

/** Starts the bare server in a process of its own. */
export async function startRaw(): Promise<Raw> {
  const child = fork(path.join(import.meta.dirname, 'raw-server.ts'));
  const [{ port }] = (await once(child, 'message')) as [{ port: number }];
  return {
    url: `http://127.0.0.1:${port}`,
    pid: child.pid!,
    async copy(path, { head, body }) {
      const lines = head.split('\r\n').slice(1);
      const headers = lines
        .map((line): [string, string] => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()])
        .filter(([name]) => !BY_NODE.test(name));
      const bytes = /\ntransfer-encoding: *chunked/i.test(head) ? withoutChunks(body) : body;
      headers.push(['Content-Length', String(bytes.length)]);
      child.send({ path, headers, body: bytes.toString('base64') } satisfies RawAnswer);
      await once(child, 'message');
    },
    close: () => void child.kill(),
  };
}

/** The body of an answer in chunks (RFC 9112, 7.1). */
function withoutChunks(body: Buffer): Buffer {
  const parts: Buffer[] = [];
  for (let at = 0; ;) {
    const end = body.indexOf('\r\n', at);
    const size = Number.parseInt(body.toString('latin1', at, end), 16);
    if (size === 0) return Buffer.concat(parts);
    parts.push(body.subarray(end + 2, end + 2 + size));
    at = end + 2 + size + 2;
  }
}
