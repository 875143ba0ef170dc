import { setTimeout as sleep } from 'node:timers/promises';
import type { Context, Handler, MiddlewareHandler } from 'hono';
import * as z from 'zod';
import { createCounts, type Counts } from './counts.ts';
import type { SandboxEnv } from './serve.ts';

/** The side of a call's effect: before the commit or after it. */
export type When = 'before' | 'after';

/** An armed failure that applies to a call. */
export interface Fault {
  status: number;
  /** The response's body. Undefined: the vendor's error format. */
  body?: unknown;
  /** Close the connection without a response. */
  hangup: boolean;
  /** Further headers of the response, such as Retry-After. */
  headers?: Record<string, string>;
  /** Also store the response where the vendor does (Stripe: under the idempotency key). */
  store: boolean;
}

/** A verb of one sandbox, such as Stripe's `deliver`. The result of `run` is in the response under the verb's name. */
export interface Verb {
  schema: z.ZodType;
  run(value: unknown): unknown;
}

/** A verb whose `run` gets the parsed input. An error of `run` is a 400 with its message. */
export function defineVerb<S extends z.ZodType>(schema: S, run: (value: z.output<S>) => unknown): Verb {
  return { schema, run: (value) => run(value as z.output<S>) };
}

export interface ControlOptions {
  /** All call names: `<resource>.<verb>`. */
  calls: readonly string[];
  /** Clears the sandbox's state. `{"reset":true}` calls it after faults and holds are removed. */
  reset(): void;
  verbs?: Record<string, Verb>;
}

export interface Control {
  /**
   * Called before and after a call's effect. Applies armed delays (before only) and holds, and returns the armed
   * failure, if any. A hold that `reset` drops returns a closed connection.
   */
  pass(call: string, when: When): Promise<Fault | undefined>;
  /**
   * A route handler with the control plane: `before`, the handler, `after`. The request body is read first, so a held
   * call still takes effect when its client has disconnected. `fail` writes a failure in the vendor's format.
   */
  guard(
    call: string,
    handler: Handler<SandboxEnv>,
    fail?: (c: Context<SandboxEnv>, fault: Fault) => Response,
  ): Handler<SandboxEnv>;
  /** Serves `GET` and `POST /_sandbox/control`. Mount it with `app.use(control.routes)`. */
  routes: MiddlewareHandler<SandboxEnv>;
  /** Drops every waiting request, when the server closes. */
  close(): void;
}

interface ArmedFail extends Fault {
  call: string;
  when: When;
  times: number;
}
interface ArmedHold {
  call: string;
  when: When;
  times: number;
}
interface ArmedDelay {
  call: string;
  ms: number;
  times: number;
}
interface Waiting {
  call: string;
  when: When;
  go(outcome: 'released' | 'dropped'): void;
}

/** What is armed, and the requests that wait in a hold. */
interface Armed {
  fails: ArmedFail[];
  holds: ArmedHold[];
  delays: ArmedDelay[];
  waiting: Waiting[];
  counts: Counts;
}

/** The control plane of a sandbox: failures, holds and delays by call name, in memory (a restart clears them). */
export function createControl(options: ControlOptions): Control {
  const { calls } = options;
  const armed: Armed = { fails: [], holds: [], delays: [], waiting: [], counts: createCounts() };
  const order = orderSchema(options);
  return {
    pass: (name, side) => pass(armed, name, side),
    guard(name, handler, fail = plainFailure) {
      const fault = (c: Context<SandboxEnv>, met: Fault): Response => {
        const answer = met.hangup ? hangUp(c) : fail(c, met);
        for (const [header, value] of Object.entries(met.headers ?? {})) answer.headers.set(header, value);
        return answer;
      };
      return async (c, next) => {
        await c.req.text();
        const before = await pass(armed, name, 'before');
        if (before) return fault(c, before);
        const answer = (await handler(c, next)) as Response;
        const after = await pass(armed, name, 'after');
        return after ? fault(c, after) : answer;
      };
    },
    routes: async (c, next) => {
      if (c.req.path !== '/_sandbox/control') return next();
      if (c.req.method === 'GET') return c.json(stateOf(armed, calls, c.req.query('seconds') !== undefined));
      if (c.req.method === 'POST') return obey(c, armed, options, order);
      return c.json({ error: { message: 'GET or POST' } }, 405);
    },
    close: () => letGo(armed, 'dropped', () => true),
  };
}

/** The body of `POST /_sandbox/control`: the controls of every sandbox, and the verbs of this one. */
function orderSchema({ calls, verbs = {} }: ControlOptions) {
  const call = z.string().refine((name) => calls.includes(name), {
    error: `is not a call of this sandbox; it knows ${calls.join(', ')}`,
  });
  const times = z.int().min(1).default(1);
  const when = z.enum(['before', 'after']).default('before');
  return z.strictObject({
    reset: z.literal(true).optional(),
    fail: z
      .strictObject({
        call,
        times,
        when,
        status: z.int().min(200).max(599).default(503),
        body: z.unknown().optional(),
        headers: z.record(z.string(), z.string()).optional(),
        hangup: z.boolean().default(false),
        store: z.boolean().default(false),
      })
      .optional(),
    hold: z.strictObject({ call, when, times }).optional(),
    release: z.strictObject({ call, when: z.enum(['before', 'after']).optional() }).optional(),
    delay: z.strictObject({ call, ms: z.int().min(0).max(600_000), times }).optional(),
    ...Object.fromEntries(Object.entries(verbs).map(([name, verb]) => [name, verb.schema.optional()])),
  });
}

type Order = z.output<ReturnType<typeof orderSchema>>;

/** Applies what is armed for one side of a call. See `Control`. */
async function pass(armed: Armed, name: string, side: When): Promise<Fault | undefined> {
  if (side === 'before') armed.counts.add(name);
  const delay = take(armed.delays, name, side);
  if (delay) await sleep(delay.ms);
  if (take(armed.holds, name, side)) {
    const outcome = await new Promise<'released' | 'dropped'>((go) =>
      armed.waiting.push({ call: name, when: side, go }),
    );
    if (outcome === 'dropped') return { status: 503, hangup: true, store: false };
  }
  return take(armed.fails, name, side);
}

/** The first armed entry for this call and side. Counts it down, and removes it after its last use. */
function take<T extends { call: string; times: number; when?: When }>(
  entries: T[],
  name: string,
  side: When,
): T | undefined {
  const found = entries.find((entry) => entry.call === name && (entry.when ?? 'before') === side);
  if (found && --found.times === 0) entries.splice(entries.indexOf(found), 1);
  return found;
}

function letGo(armed: Armed, outcome: 'released' | 'dropped', chosen: (entry: Waiting) => boolean): void {
  const gone = armed.waiting.filter(chosen);
  armed.waiting = armed.waiting.filter((entry) => !gone.includes(entry));
  for (const entry of gone) entry.go(outcome);
}

function stateOf({ fails, holds, delays, waiting, counts }: Armed, calls: readonly string[], withSeconds = false) {
  return {
    calls,
    fail: fails,
    hold: holds,
    delay: delays,
    /** How many calls came, by call: in all, in the busiest second, and with `?seconds` in each. */
    made: counts.all(withSeconds),
    /** The number of requests that wait in a hold, by call. */
    waiting: Object.fromEntries(
      [...new Set(waiting.map((entry) => entry.call))].map((name) => [
        name,
        waiting.filter((entry) => entry.call === name).length,
      ]),
    ),
  };
}

/** Answers `POST /_sandbox/control`. */
async function obey(
  c: Context<SandboxEnv>,
  armed: Armed,
  { calls, reset, verbs = {} }: ControlOptions,
  order: ReturnType<typeof orderSchema>,
): Promise<Response> {
  const parsed = order.safeParse(await c.req.json().catch(() => undefined));
  if (!parsed.success) {
    const message = parsed.error.issues
      .map((issue) => `${issue.path.join('.') || 'body'}: ${issue.message}`)
      .join('; ');
    return c.json({ error: { message } }, 400);
  }
  const { reset: wanted, fail, hold, release, delay, ...rest } = parsed.data;
  if (wanted) {
    disarm(armed);
    reset();
  }
  arm(armed, { fail, hold, release, delay });
  const answers: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(rest)) {
    if (value === undefined) continue;
    try {
      answers[name] = await verbs[name]!.run(value);
    } catch (error) {
      return c.json({ error: { message: `${name}: ${error instanceof Error ? error.message : String(error)}` } }, 400);
    }
  }
  return c.json({ ...stateOf(armed, calls), ...answers });
}

function disarm(armed: Armed): void {
  armed.fails = [];
  armed.holds = [];
  armed.delays = [];
  armed.counts.clear();
  letGo(armed, 'dropped', () => true);
}

function arm(armed: Armed, { fail, hold, release, delay }: Pick<Order, 'fail' | 'hold' | 'release' | 'delay'>): void {
  if (fail) armed.fails.push(fail);
  if (hold) armed.holds.push(hold);
  if (delay) armed.delays.push(delay);
  if (!release) return;
  const chosen = (entry: { call: string; when: When }) =>
    entry.call === release.call && (release.when ?? entry.when) === entry.when;
  armed.holds = armed.holds.filter((entry) => !chosen(entry));
  letGo(armed, 'released', chosen);
}

/** Closes the connection without a response. The returned response is discarded. */
export function hangUp(c: Context): Response {
  (c.env as SandboxEnv['Bindings']).incoming.socket.destroy();
  return c.body(null, 503);
}

function plainFailure(c: Context<SandboxEnv>, fault: Fault): Response {
  return c.json(
    fault.body ?? { error: { message: 'The control plane made the sandbox fail this call.' } },
    fault.status as 503,
  );
}
