import { OpenAPIHono } from '@hono/zod-openapi';
import type { HttpEnv } from '../context.ts';
import { inputError } from '../errors.ts';
import type { Currencies } from '../../shared/money.ts';

/** A group of described routes; invalid input throws AppError `invalid-input` with field and rule. */
export function newApi(): OpenAPIHono<HttpEnv> {
  return new OpenAPIHono<HttpEnv>({
    defaultHook: (result) => {
      if (!result.success) throw inputError(result.error.issues);
    },
  });
}

/** An OpenAPI document in which each currency is one of the configured ones. */
export function withCurrencies<D extends object>(document: D, currencies: Currencies): D {
  return JSON.parse(JSON.stringify(document), (name, schema: { type?: unknown } | null) =>
    name === 'currency' && schema?.type === 'string' ? { type: 'string', enum: currencies } : schema,
  ) as D;
}
