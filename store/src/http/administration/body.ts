import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';
import { receiveBody } from '../edge/limit-body.ts';

/** The body as text; read only after authentication. Throws AppError `payload-too-large` or `request-timeout`. */
export async function bodyOf(
  c: Context<{ Bindings: HttpBindings }>,
  limits: { maxSize: number; seconds: number },
): Promise<string> {
  const { incoming } = c.env;
  const { 'content-length': length, 'transfer-encoding': encoding } = incoming.headers;
  if (encoding === undefined && (length ?? '0') === '0') return '';
  return (await receiveBody(incoming, limits)).toString('utf8');
}
