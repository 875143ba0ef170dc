import { createRoute, type RouteConfig } from '@hono/zod-openapi';
import type * as z from 'zod';
import { ErrorView } from '../../../shared/views.ts';

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

export const describeRoute = <P extends string, R extends Omit<RouteConfig, 'path'> & { path: P }>(route: R) =>
  createRoute<P, R>(route);
