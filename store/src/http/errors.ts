import type { Context } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type * as z from 'zod';
import { translator } from '../i18n/i18n.ts';
import { AppError, codeOf } from '../shared/errors.ts';
import { isOutage } from '../shared/outage.ts';
import { type HttpEnv, requestLog } from './context.ts';

/** The violated rules by name; their text is under `api.rules`. */
const RULES = ['required', 'type', 'email', 'too-long', 'uuid', 'one-of', 'unknown', 'must-be-true', 'value'] as const;
type Rule = (typeof RULES)[number];

/**
 * The only place that turns an error into an answer: a code and a text in the caller's language. A 5xx contains nothing
 * but a reference.
 */
export function answerError(c: Context<HttpEnv>, error: unknown): Response {
  const fault =
    asAppError(error) ?? asUnreadable(error) ?? new AppError(isOutage(error) ? 'unavailable' : 'internal-error');
  const { requestId, locale } = c.var;
  if (fault.status >= 500 && fault.retryAfterSeconds === undefined)
    requestLog(c).error({ err: error, code: fault.code }, 'request failed');

  const t = translator(locale);
  const rule = (RULES as readonly string[]).includes(fault.rule ?? '') ? (fault.rule as Rule) : 'value';
  const message = t(`api.errors.${fault.code}`, {
    field: fault.field ?? '',
    rule: t(`api.rules.${rule}`),
    reference: requestId,
  });
  const body = {
    error: {
      code: fault.code,
      message,
      field: fault.field,
      rule: fault.field === undefined ? undefined : fault.rule,
      reference: fault.status >= 500 ? requestId : undefined,
    },
  };
  return c.json(body, fault.status as ContentfulStatusCode, {
    'Cache-Control': 'private, no-store',
    // The connection is closed instead of reading the rest of the body.
    ...(fault.status === 408 && { Connection: 'close' }),
    ...(fault.status === 429 || fault.status === 503
      ? { 'Retry-After': String(fault.retryAfterSeconds ?? (fault.status === 429 ? 60 : 5)) }
      : {}),
  });
}

/** Checked by shape, because the error may come from another copy of the class. */
function asAppError(error: unknown): AppError | undefined {
  if (codeOf(error) === undefined) return undefined;
  const { name, status } = error as { name?: unknown; status?: unknown };
  return name === 'AppError' && typeof status === 'number' ? (error as AppError) : undefined;
}

/** A body that the framework cannot read, detected by the shape of its error: invalid JSON or a wrong content type. */
function asUnreadable(error: unknown): AppError | undefined {
  const { status, getResponse } = error as { status?: unknown; getResponse?: unknown };
  if (typeof getResponse !== 'function') return undefined;
  if (status === 415) return new AppError('unsupported-media-type');
  return status === 400 ? new AppError('invalid-json', { field: 'body' }) : undefined;
}

/** The error for the first violation in an input, with field and rule. */
export function inputError(issues: readonly z.core.$ZodIssue[]): AppError {
  const issue = issues[0];
  if (!issue) return new AppError('invalid-input');
  if (issue.code === 'unrecognized_keys')
    return new AppError('invalid-input', { field: issue.keys[0] ?? '', rule: 'unknown' });
  return new AppError('invalid-input', { field: issue.path.join('.') || 'body', rule: ruleOf(issue) });
}

function ruleOf(issue: z.core.$ZodIssue): Rule {
  const input = 'input' in issue ? issue.input : undefined;
  switch (issue.code) {
    case 'invalid_type':
      return input === undefined && /received undefined/.test(issue.message) ? 'required' : 'type';
    case 'too_big':
      return issue.origin === 'string' ? 'too-long' : 'value';
    case 'too_small':
      return issue.origin === 'string' ? 'required' : 'value';
    case 'invalid_format':
      return issue.format === 'uuid' ? 'uuid' : 'value';
    case 'invalid_value':
      return issue.values.length === 1 && issue.values[0] === true ? 'must-be-true' : 'one-of';
    case 'custom':
      return (RULES as readonly string[]).includes(issue.message) ? (issue.message as Rule) : 'value';
    default:
      return 'value';
  }
}
