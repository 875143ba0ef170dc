import { Hono, type Context } from 'hono';
import type Stripe from 'stripe';
import type * as z from 'zod';
import { hangUp, type Fault } from '../../kit/control.ts';
import type { SandboxEnv } from '../../kit/serve.ts';
import type { Cause } from '../events.ts';
import { newId } from '../ids.ts';
import { present } from '../sessions/actions.ts';
import type { World } from '../world.ts';
import { authenticate } from './authentication.ts';
import { notBuilt, StripeFailure } from './errors.ts';
import { expand } from './expand.ts';
import { decodeForm, type Form } from './form.ts';
import { createIdempotency, type Answer } from './idempotency.ts';
import { parseParams } from './params.ts';
import { API_VERSION } from './version.ts';

/** One call of Stripe's API. */
export interface Call<S extends z.ZodType<{ expand?: string[] }>> {
  method: 'GET' | 'POST' | 'DELETE';
  /** A Hono path. `run` gets the value of `:id`. */
  path: string;
  /** Its name on the control plane. */
  name: string;
  params: S;
  unbuilt?: readonly string[];
  /** Checks before the schema is parsed. */
  precheck?(form: Form): void;
  /** Checks after the schema is parsed. Errors of checks and schema are not stored under the idempotency key. */
  check?(params: z.output<S>): void;
  /**
   * The effect and the resulting object. It is synchronous and runs in one ledger transaction with the stored response. A
   * failure that it returns keeps its effect; one that it throws has none.
   */
  run(input: { params: z.output<S>; id: string; cause: Cause }): object;
}

type ApiEnv = SandboxEnv & { Variables: { requestId: string } };

/**
 * Stripe's API: authentication, idempotency, parameters, control plane, errors. Mount `app` at the root. Its paths
 * begin with `/v1`.
 */
export function createApi(world: World) {
  const idempotency = createIdempotency(world.store);
  const app = new Hono<ApiEnv>();

  app.use('/v1/*', async (c, next) => {
    c.set('requestId', newId('req', 14));
    c.header('request-id', c.get('requestId'));
    c.header('stripe-version', c.req.header('stripe-version') ?? API_VERSION);
    const key = c.req.header('idempotency-key');
    if (key) c.header('idempotency-key', key);
    authenticate(c.req.header('authorization'), world.secretKey);
    await next();
  });

  app.onError((error, c) => {
    if (error instanceof StripeFailure) return send(c, { status: error.status, body: error.body });
    return send(c, { status: 500, body: failureBody(500, error instanceof Error ? error.message : String(error)) });
  });

  return {
    app,
    define<S extends z.ZodType<{ expand?: string[] }>>(call: Call<S>): void {
      app.on(call.method, call.path, (c) => answerCall(c, call, world, idempotency));
    },
    /** Call it after all routes are defined: any other path under /v1 answers 501. */
    seal: () => void app.all('/v1/*', answerNotBuilt),
  };
}

async function answerCall<S extends z.ZodType<{ expand?: string[] }>>(
  c: Context<ApiEnv>,
  call: Call<S>,
  world: World,
  idempotency: ReturnType<typeof createIdempotency>,
): Promise<Response> {
  const { control } = world;
  // The body is read first, so a held call still takes effect when its client has disconnected.
  const form = decodeForm(call.method === 'POST' ? await c.req.text() : new URL(c.req.url).search.slice(1));
  const id = c.req.param('id') ?? '';
  const key = call.method === 'POST' ? c.req.header('idempotency-key') : undefined;
  const claim = idempotency.claim(key, c.req.path, form);
  let answer: Answer;
  try {
    const before = await control.pass(call.name, 'before');
    if (before) {
      if (before.store) claim.keep(injected(before));
      return fail(c, before);
    }
    if (claim.kept) {
      c.header('idempotent-replayed', 'true');
      answer = claim.kept;
    } else {
      answer = execute(
        world,
        call,
        { form, id, cause: { id: c.get('requestId'), idempotency_key: key ?? null } },
        claim.keep,
      );
    }
  } finally {
    claim.release();
  }
  const after = await control.pass(call.name, 'after');
  if (!after) return send(c, { status: answer.status, body: addressed(world.url(), answer.body) });
  if (after.store) claim.keep(injected(after));
  return fail(c, after);
}

/** Checks and runs a call. `keep` stores the response in the transaction of the effect. */
function execute<S extends z.ZodType<{ expand?: string[] }>>(
  world: World,
  call: Call<S>,
  { form, id, cause }: { form: Form; id: string; cause: Cause },
  keep: (answer: Answer) => void,
): Answer {
  call.precheck?.(form);
  const params = parseParams(call.params, form, call.unbuilt);
  call.check?.(params);
  try {
    return world.store.ledger.transaction(() => {
      const outcome = call.run({ params, id, cause });
      const answer =
        outcome instanceof StripeFailure
          ? { status: outcome.status, body: outcome.body }
          : { status: 200, body: expand(world, outcome, params.expand) };
      keep(answer);
      return answer;
    });
  } catch (error) {
    if (!(error instanceof StripeFailure)) throw error;
    const answer = { status: error.status, body: error.body };
    keep(answer);
    return answer;
  }
}

/** 501 in Stripe's error format, for every unknown path. */
export function answerNotBuilt(c: Context): Response {
  const { status, body } = notBuilt(`${c.req.method} ${c.req.path}`);
  return send(c, { status, body });
}

/** A body with the sandbox's address. Stored responses contain only paths, so they stay valid when the port changes. */
function addressed(base: string, body: unknown): unknown {
  const thing = body as { object?: string; data?: unknown[] };
  if (thing.object === 'list') return { ...thing, data: thing.data!.map((item) => addressed(base, item)) };
  return thing.object === 'checkout.session' ? present(base, body as Stripe.Checkout.Session) : body;
}

function send(c: Context, { status, body }: Answer): Response {
  // A retry cannot help, because the sandbox lacks this feature.
  if (status === 501) c.header('stripe-should-retry', 'false');
  return c.json(body as object, status as 200);
}

function fail(c: Context, fault: Fault): Response {
  return fault.hangup ? hangUp(c) : send(c, injected(fault));
}

function injected(fault: Fault): Answer {
  return {
    status: fault.status,
    body: fault.body ?? failureBody(fault.status, 'The control plane made the sandbox fail this call.'),
  };
}

function failureBody(status: number, message: string) {
  return { error: { type: status >= 500 ? 'api_error' : 'invalid_request_error', message } };
}
