import { AsyncResource } from 'node:async_hooks';
import diagnostics from 'node:diagnostics_channel';
import type { ClientRequest, IncomingMessage, ServerResponse } from 'node:http';
import pg from 'pg';
import { formatTraceparent, parseTraceparent } from '../shared/trace-context.ts';
import { activeSpan, type Span, type Tracer } from './tracer.ts';

type Published = { request: IncomingMessage; response: ServerResponse; server: object };

/**
 * Creates a span for each request of this server, with the parent from its `traceparent`. Its name is the route's
 * pattern, because paths and queries may contain anything. Node publishes these events synchronously with the handling
 * of the request.
 */
export function traceRequests(
  server: object,
  tracer: Tracer,
  routeOf: (method: string, path: string) => string,
): () => void {
  const onStart = (message: unknown) => {
    const { request, response, server: of } = message as Published;
    if (of !== server) return;
    const method = request.method ?? 'GET';
    const route = routeOf(method, (request.url ?? '').split('?', 1)[0]!);
    const span = tracer.start(`${method} ${route}`, {
      kind: 'server',
      // A request is a root unless it names a parent: the async context in which its bytes arrived is unrelated.
      parent: parseTraceparent(request.headers.traceparent) ?? null,
      attributes: { 'http.request.method': method, 'http.route': route },
    });
    tracer.enter(span);
    response.once('close', () => {
      span.set({ 'http.response.status_code': response.statusCode });
      span.end(response.statusCode >= 500 || !response.writableFinished);
    });
  };
  diagnostics.subscribe('http.server.request.start', onStart);
  return () => diagnostics.unsubscribe('http.server.request.start', onStart);
}

/** Adds `traceparent` to calls to vendors. Other outgoing requests (exports, a person's photo) get none. */
export function passContextOn(): () => void {
  const parent = (): string | undefined => {
    const span = activeSpan();
    return span?.kind === 'client' ? formatTraceparent(span) : undefined;
  };
  const onFetch = (message: unknown) => {
    const context = parent();
    const { request } = message as { request: { addHeader(name: string, value: string): void } };
    if (context) request.addHeader('traceparent', context);
  };
  const onRequest = (message: unknown) => {
    const context = parent();
    const { request } = message as { request: ClientRequest };
    if (context && !request.headersSent) request.setHeader('traceparent', context);
  };
  diagnostics.subscribe('undici:request:create', onFetch);
  diagnostics.subscribe('http.client.request.created', onRequest);
  return () => {
    diagnostics.unsubscribe('undici:request:create', onFetch);
    diagnostics.unsubscribe('http.client.request.created', onRequest);
  };
}

type Query = (...given: unknown[]) => unknown;

/**
 * Creates a span for each query inside a span: verb and table, never the values. The returned function stops it, also
 * for connections that were open before.
 */
export function traceQueries(pool: pg.Pool, tracer: Tracer): () => void {
  const connect = pool.connect.bind(pool) as (callback?: Query) => unknown;
  // A caller that waited for a connection continues in its own async context, not in that of the caller that released
  // it.
  Object.assign(pool, {
    connect: (callback?: Query) => (callback ? connect(AsyncResource.bind(callback)) : connect()),
  });
  const prototype = pg.Client.prototype as unknown as { query: Query };
  const { query } = prototype;
  prototype.query = function (this: pg.Client, ...given) {
    return activeSpan() ? traced(tracer, query.bind(this), given) : query.apply(this, given);
  };
  return () => void (prototype.query = query);
}

function traced(tracer: Tracer, query: Query, given: unknown[]): unknown {
  const span = tracer.start(summaryOf(given[0]), { kind: 'client', attributes: { 'db.system.name': 'postgresql' } });
  const callback = given.at(-1);
  if (typeof callback === 'function')
    return query(...given.slice(0, -1), (error: unknown, ...answer: unknown[]) => {
      span.end(Boolean(error));
      (callback as Query)(error, ...answer);
    });
  const answer = query(...given);
  if (answer instanceof Promise) endWith(span, answer);
  else span.end();
  return answer;
}

function endWith(span: Span, answer: Promise<unknown>): void {
  answer.then(
    () => span.end(),
    () => span.end(true),
  );
}

/** `select orders` of `select … from "orders" …`. */
function summaryOf(asked: unknown): string {
  const { text } = (typeof asked === 'string' ? { text: asked } : (asked ?? {})) as { text?: unknown };
  if (typeof text !== 'string') return 'query';
  const verb = /^\s*(\w+)/.exec(text)?.[1]?.toLowerCase() ?? 'query';
  const table = /\b(?:from|into|update)\s+"?([a-z_]+(?:"?\."?[a-z_]+)?)/i.exec(text)?.[1]?.replaceAll('"', '');
  return table === undefined ? verb : `${verb} ${table}`;
}
