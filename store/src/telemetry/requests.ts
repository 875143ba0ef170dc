import diagnostics from 'node:diagnostics_channel';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { createBoundedCache } from '../shared/bounded-cache.ts';
import type { Metrics } from './metrics.ts';

type Published = { request: IncomingMessage; response: ServerResponse; server: Server };

/** The route of a request as a pattern, such as `/orders/:orderId`; from a fixed list, whatever the path. */
export type RouteOf = (method: string, path: string) => string;

/** Maximum number of paths whose pattern is cached. */
const MAX_PATHS = 2_000;
/** Suffix of event-stream routes. */
const STREAM = '/events';
const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS']);

/**
 * Counts the requests of this server through Node's diagnostics channels (node:diagnostics_channel). The application
 * code is not involved, and without a subscriber it costs nothing. A request whose client disconnected early is not
 * counted.
 */
export function watchRequests(server: object, metrics: Pick<Metrics, 'request'>, routeOf: RouteOf): { stop(): void } {
  const started = new WeakMap<ServerResponse, number>();
  const known = createBoundedCache<string>(MAX_PATHS);

  function remembered(method: string, path: string): string {
    const key = `${method} ${path}`;
    let route = known.peek(key);
    if (route === undefined) known.set(key, (route = routeOf(method, path)));
    return route;
  }

  const onStart = (message: unknown) => {
    const { response, server: of } = message as Published;
    if (of === server) started.set(response, performance.now());
  };
  const onFinish = (message: unknown) => {
    const { request, response, server: of } = message as Published;
    const since = started.get(response);
    if (of !== server || since === undefined) return;
    const method = METHODS.has(request.method ?? '') ? request.method! : 'OTHER';
    const route = remembered(method, pathOf(request.url ?? ''));
    if (route.endsWith(STREAM) && response.statusCode === 200) return;
    const status = `${Math.floor(response.statusCode / 100)}xx`;
    metrics.request({ route, method, status }, (performance.now() - since) / 1000);
  };
  diagnostics.subscribe('http.server.request.start', onStart);
  diagnostics.subscribe('http.server.response.finish', onFinish);
  return {
    stop() {
      diagnostics.unsubscribe('http.server.request.start', onStart);
      diagnostics.unsubscribe('http.server.response.finish', onFinish);
    },
  };
}

function pathOf(url: string): string {
  const end = url.indexOf('?');
  return end < 0 ? url : url.slice(0, end);
}
