import type { Context } from 'hono';
import type { Fault } from '../kit/control.ts';
import type { SandboxEnv } from '../kit/serve.ts';

export type Ctx = Context<SandboxEnv>;

/** The vendor's envelope of a single object. */
export const success = (c: Ctx, data: unknown, message = 'success') => c.json({ data, meta: { message } });

export const unauthorized = (c: Ctx) => c.json({ data: [], meta: { message: 'This action is unauthorized.' } }, 401);
export const notFound = (c: Ctx) => c.json({ data: [], meta: { message: 'messages.resource_not_found' } }, 404);
/** 422 with one message per invalid field of the request. */
export const invalid = (c: Ctx, fields: Record<string, string>) =>
  c.json({ data: fields, meta: { message: 'the parameter is invalid' } }, 422);
/** 422 with one of the vendor's business codes. */
export const refused = (c: Ctx, code: number, reason: string) => c.json({ code, reason }, 422);

/** A failure requested by the control plane, in the vendor's format unless it has a body. */
export const failed = (c: Ctx, { status, body }: Fault) =>
  c.json(
    body ?? { data: [], meta: { message: status === 429 ? 'Too Many Attempts.' : 'Server Error' } },
    status as 500,
  );

/** Fields of a JSON, form or multipart body, as strings and numbers. Null when it cannot be parsed. */
export async function fieldsOf(c: Ctx): Promise<Record<string, unknown> | null> {
  const type = c.req.header('content-type') ?? '';
  const text = await c.req.text();
  try {
    if (type.includes('json')) {
      const value: unknown = JSON.parse(text);
      return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null;
    }
    const form = await new Response(text, { headers: { 'content-type': type } }).formData();
    return Object.fromEntries(form);
  } catch {
    return null;
  }
}

/**
 * One page of `all` with the vendor's pagination: `limit` and `page` from the query, `links`, and `meta` with
 * `per_page` as a string. With `indexed`, `data` is an object keyed by index from page 2 on, as for the vendor's
 * packages.
 */
export function page(
  c: Ctx,
  all: readonly unknown[],
  { perPage, indexed = false }: { perPage: number; indexed?: boolean },
) {
  const limit = natural(c.req.query('limit'), perPage);
  const current = natural(c.req.query('page'), 1);
  const from = (current - 1) * limit;
  const rows = all.slice(from, from + limit);
  const last = Math.max(1, Math.ceil(all.length / limit));
  const path = new URL(c.req.path, c.req.url).toString();
  const link = (number: number) => {
    const query = new URLSearchParams({ ...c.req.query(), page: String(number) });
    return `${path}?${query}`;
  };
  return c.json({
    data: indexed && current > 1 ? Object.fromEntries(rows.map((row, index) => [String(from + index), row])) : rows,
    links: {
      first: link(1),
      last: link(last),
      prev: current > 1 ? link(current - 1) : null,
      next: current < last ? link(current + 1) : null,
    },
    meta: {
      message: 'success',
      current_page: current,
      from: rows.length > 0 ? from + 1 : null,
      last_page: last,
      path,
      per_page: String(limit),
      to: rows.length > 0 ? from + rows.length : null,
      total: all.length,
    },
  });
}

function natural(text: string | undefined, fallback: number): number {
  const value = Number(text);
  return Number.isInteger(value) && value > 0 ? value : fallback;
}

/** The milliseconds of a vendor's time. */
export const timeIn = (text: string): number => Date.parse(`${text.replace(' ', 'T')}${text.endsWith('Z') ? '' : 'Z'}`);

/** `YYYY-MM-DD HH:mm:ss` in UTC, the vendor's time format. */
export const vendorTime = (date: Date) => date.toISOString().slice(0, 19).replace('T', ' ');
