import type { OpenAPIHono } from '@hono/zod-openapi';
import type { Pages } from '../pages/pages.ts';
import type { HttpEnv } from '../context.ts';

/** Folders of built and public files, which have no routes of their own. */
const FILES = ['/assets/', '/flags/', '/icons/', '/maps/', '/press/'];

const IDENTITY = '/identity/';

/**
 * The pattern of the route that answers a request: of a handler, of a call of the identity wire, of a page, of a folder
 * of files, or `other`. Never contains caller input, so that it can be a metric label.
 */
export function createRouteOf(
  app: OpenAPIHono<HttpEnv>,
  { pages, identityCalls }: { pages: Pick<Pages, 'patternOf'>; identityCalls: ReadonlySet<string> },
) {
  return (method: string, path: string): string => {
    const asked = method === 'HEAD' ? 'GET' : method;
    if (path.startsWith(IDENTITY)) {
      const call = path.slice(IDENTITY.length);
      return identityCalls.has(`${method} ${call}`) ? path : `${IDENTITY}*`;
    }
    const handler = app.router.match(asked, path)[0].findLast(([[, route]]) => route.method === asked);
    if (handler) return handler[0][1].path;
    const folder = FILES.find((each) => path.startsWith(each));
    if (folder) return `${folder}*`;
    return pages.patternOf(path.endsWith('.data') ? path.slice(0, -'.data'.length) : path) ?? 'other';
  };
}
