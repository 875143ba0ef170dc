import { createRoute, OpenAPIHono, type RouteConfig } from '@hono/zod-openapi';
import type * as z from 'zod';
import type { HttpEnv } from '../context.ts';
import { inputError } from '../errors.ts';
import type { Currencies } from '../../shared/money.ts';
import { ErrorView } from '../../shared/views.ts';

/** A JSON answer with its schema, for the OpenAPI document at /api/openapi.json. */
export const json = <S extends z.ZodType>(schema: S, description: string) => ({
  description,
  content: { 'application/json': { schema } },
});
/** A JSON body that a route requires. */
export const body = <S extends z.ZodType>(schema: S) => ({
  body: { required: true, content: { 'application/json': { schema } } },
});
export const failures = { '4XX': json(ErrorView, 'The error, with field and rule.') };

/** An OpenAPI document in which each currency is one of the configured ones. */
export function withCurrencies<D extends object>(document: D, currencies: Currencies): D {
  return JSON.parse(JSON.stringify(document), (name, schema: { type?: unknown } | null) =>
    name === 'currency' && schema?.type === 'string' ? { type: 'string', enum: currencies } : schema,
  ) as D;
}

export const describeRoute = <R extends RouteConfig>(route: R) => createRoute(route);

/** A group of described routes; invalid input throws AppError `invalid-input` with field and rule. */
export function newApi(): OpenAPIHono<HttpEnv> {
  return new OpenAPIHono<HttpEnv>({
    defaultHook: (result) => {
      if (!result.success) throw inputError(result.error.issues);
    },
  });
}
