import type * as z from 'zod';
import type { account } from './account.ts';
import type { connection } from './connection.ts';
import type { autoTopUps, setAutoTopUpRoute } from './auto-top-ups.ts';
import type { cards } from './cards.ts';
import type { devices } from './devices.ts';
import type { documents } from './documents.ts';
import type { help } from './help.ts';
import type { notices } from './notices.ts';
import type { createOrderRoute, orders } from './orders.ts';
import type { passkeys } from './passkeys.ts';
import type { phone } from './phone.ts';
import type { proof } from './proof.ts';
import type { push } from './push.ts';
import type { refunds } from './refunds.ts';
import type { search } from './search.ts';
import type { tickets } from './tickets.ts';
import type { buyTopUpRoute, topUps } from './top-ups.ts';

type Area =
  | typeof account
  | typeof connection
  | typeof autoTopUps
  | typeof cards
  | typeof devices
  | typeof documents
  | typeof help
  | typeof notices
  | typeof orders
  | typeof passkeys
  | typeof phone
  | typeof proof
  | typeof push
  | typeof refunds
  | typeof search
  | typeof tickets
  | typeof topUps;
type RouteOf<A> = A extends unknown ? A[keyof A] : never;
type Route = (
  | RouteOf<Area>
  | ReturnType<typeof setAutoTopUpRoute>
  | ReturnType<typeof createOrderRoute>
  | ReturnType<typeof buyTopUpRoute>
) & { method: string; path: string };

/** The calls of our own pages by name, such as `post /orders/{orderId}/claim`, as the server validates them. */
export type Calls = { [R in Route as `${R['method']} ${R['path']}`]: R };

/** What a call takes: parts of its path, its query and its JSON body, where it has them. */
export type InputOf<R> = ParamsOf<R> & QueryOf<R> & BodyOf<R>;
type ParamsOf<R> = R extends { request: { params: infer S extends z.ZodType } }
  ? { params: z.input<S> }
  : Without<'params'>;
type QueryOf<R> = R extends { request: { query: infer S extends z.ZodType } }
  ? { query?: z.input<S> }
  : Without<'query'>;
type BodyOf<R> = R extends { request: { body: { content: Json<infer S> } } } ? { body: z.input<S> } : Without<'body'>;
type Without<Name extends string> = { [N in Name]?: undefined };

/** The JSON that a call answers with; undefined for one without a body. */
export type AnswerOf<R> = R extends { responses: infer Responses }
  ? { [Status in keyof Responses & Success]: JsonOf<Responses[Status]> }[keyof Responses & Success]
  : never;
type Success = 200 | 201 | 202 | 204;
type JsonOf<R> = R extends { content: Json<infer S> } ? z.output<S> : undefined;
type Json<S extends z.ZodType> = { 'application/json': { schema: S } };
