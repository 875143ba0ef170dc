import type { IncomingMessage } from 'node:http';
import type { MiddlewareHandler } from 'hono';
import { AppError } from '../../shared/errors.ts';
import type { HttpEnv } from '../context.ts';

/** `maxSize` in bytes; `seconds` for the whole body; `idleSeconds` for the maximum silence. */
type Limits = { maxSize: number; seconds: number; idleSeconds?: number };

/**
 * Reads a request's body before its handler runs, with limits for size and time. Throws AppError `payload-too-large` or
 * `request-timeout`. The handler reads the body as usual: @hono/node-server uses `rawBody` instead of the socket.
 */
export function limitBody<E extends Pick<HttpEnv, 'Bindings'>>(limits: Limits): MiddlewareHandler<E> {
  return async (c, next) => {
    if (c.req.method !== 'GET' && c.req.method !== 'HEAD') {
      const incoming = (c.env as HttpEnv['Bindings']).incoming as IncomingMessage & { rawBody?: Buffer };
      const { 'content-length': length, 'transfer-encoding': encoding } = incoming.headers;
      if (encoding !== undefined || (length ?? '0') !== '0') incoming.rawBody = await receiveBody(incoming, limits);
    }
    return next();
  };
}

/** True when the request announces a larger body. */
export const statesMore = ({ headers }: IncomingMessage, maxSize: number): boolean =>
  Number(headers['content-length'] ?? 0) > maxSize;

/**
 * Reads the body of a request. Throws AppError `payload-too-large`, or `request-timeout` when it is late or breaks off.
 */
export function receiveBody(incoming: IncomingMessage, limits: Limits): Promise<Buffer> {
  const { maxSize, seconds, idleSeconds = seconds } = limits;
  return new Promise((resolve, reject) => {
    if (statesMore(incoming, maxSize)) return reject(new AppError('payload-too-large'));
    const chunks: Buffer[] = [];
    let size = 0;

    const settled = (settle: () => void) => () => {
      clearTimeout(late);
      clearTimeout(silent);
      incoming.off('data', take).off('end', finish).off('error', giveUp).off('close', giveUp);
      settle();
    };
    const finish = settled(() => resolve(Buffer.concat(chunks)));
    const giveUp = settled(() => reject(new AppError('request-timeout')));
    const refuse = settled(() => reject(new AppError('payload-too-large')));
    const take = (chunk: Buffer) => {
      chunks.push(chunk);
      size += chunk.length;
      if (size > maxSize) return refuse();
      silent.refresh();
    };
    const late = setTimeout(giveUp, seconds * 1000);
    const silent = setTimeout(giveUp, idleSeconds * 1000);
    incoming.on('data', take).on('end', finish).on('error', giveUp).on('close', giveUp);
    if (incoming.destroyed) giveUp();
  });
}
