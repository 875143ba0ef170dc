import type { Context } from 'hono';
import type { Services } from '../../services.ts';
import { AppError } from '../../shared/errors.ts';
import type { HttpEnv } from '../context.ts';

/** GET /photos/:file, a photo by its hash: immutable, and not guessable. */
export function servePhoto({ identity }: Pick<Services, 'identity'>) {
  return async (c: Context<HttpEnv>) => {
    const hash = /^([0-9a-f]{64})\.webp$/.exec(c.req.param('file') ?? '')?.[1];
    const photo = hash === undefined ? null : await identity.photo(hash);
    if (!photo) throw new AppError('not-found');
    return c.body(new Uint8Array(photo), 200, {
      'Content-Type': 'image/webp',
      // A face: kept by the browser that shows it, and by no cache between.
      'Cache-Control': 'private, max-age=31536000, immutable',
      'X-Content-Type-Options': 'nosniff',
    });
  };
}
