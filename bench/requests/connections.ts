import { connect, type Socket } from 'node:net';

/** A finished load: requests answered, and how long it took. */
export type Driven = { count: number; seconds: number };

/**
 * Sends requests over `connections` kept-alive sockets, one after the other on each, for `seconds`. `next` makes the bytes of
 * a request. Of an answer only the status line and the length are read, so that this process takes less CPU than the server
 * it measures. Throws when a status is not `status`.
 */
export async function drive(
  url: string,
  next: (turn: number) => Buffer,
  { connections = 16, seconds, status = 200 }: { connections?: number; seconds: number; status?: number },
): Promise<Driven> {
  const { hostname, port } = new URL(url);
  const began = performance.now();
  const end = began + seconds * 1_000;
  let turn = 0;
  let count = 0;
  const one = async () => {
    const socket = connect(Number(port), hostname).setNoDelay();
    try {
      for (; performance.now() < end; count += 1) await exchange(socket, next(turn++), status);
    } finally {
      socket.destroy();
    }
  };
  await Promise.all(Array.from({ length: connections }, one));
  return { count, seconds: (performance.now() - began) / 1_000 };
}

/** The bytes of a GET as a browser with an open connection sends it. */
export function getRequest(path: string, headers: Record<string, string> = { 'accept-encoding': 'br' }): Buffer {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.from(`GET ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\n${lines.join('')}\r\n`);
}

/** The bytes of a POST of JSON. */
export function postRequest(path: string, body: object, headers: Record<string, string> = {}): Buffer {
  const content = JSON.stringify(body);
  const all = { 'content-type': 'application/json', 'content-length': `${Buffer.byteLength(content)}`, ...headers };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.from(`POST ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\n${lines.join('')}\r\n${content}`);
}

/** Head and body of one answer, as they came. */
export type Answer = { head: string; body: Buffer };

const HEAD_END = Buffer.from('\r\n\r\n');
const LAST_CHUNK = Buffer.from('0\r\n\r\n');

/** Writes a request and reads its whole answer. Throws when the connection breaks, or the status is another one. */
function exchange(socket: Socket, request: Buffer, status: number): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = [];
    let received = 0;
    let head: string | undefined;
    let bodyStart = 0;
    let total: number | undefined;
    const end = (outcome: () => void) => {
      socket.off('data', take);
      socket.off('error', broken);
      socket.off('end', broken);
      outcome();
    };
    const broken = (error = new Error('the server closed the connection')) => end(() => reject(error));
    const finish = () => {
      const all = Buffer.concat(parts);
      end(() => {
        if (Number(head!.slice(9, 12)) === status) resolve({ head: head!, body: all.subarray(bodyStart) });
        else reject(new Error(`answered ${all.toString('latin1', 0, 600)}`));
      });
    };
    const take = (part: Buffer) => {
      parts.push(part);
      received += part.length;
      if (head === undefined) {
        const all = parts.length === 1 ? part : Buffer.concat(parts);
        const headEnd = all.indexOf(HEAD_END);
        if (headEnd < 0) return;
        head = all.toString('latin1', 0, headEnd);
        bodyStart = headEnd + HEAD_END.length;
        const length = /\ncontent-length: *(\d+)/i.exec(head)?.[1];
        if (length !== undefined) total = bodyStart + Number(length);
      }
      // Without a length the answer comes in chunks, and one request is under way: what ends with the last chunk is whole.
      if (total === undefined ? part.subarray(-LAST_CHUNK.length).equals(LAST_CHUNK) : received >= total) finish();
    };
    socket.on('data', take);
    socket.on('error', broken);
    socket.on('end', broken);
    socket.write(request);
  });
}

/** One answer over a connection of its own. */
export async function fetchOnce(url: string, request: Buffer, status = 200): Promise<Answer> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  try {
    return await exchange(socket, request, status);
  } finally {
    socket.destroy();
  }
}
