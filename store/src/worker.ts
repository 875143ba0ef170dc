import { EventEmitter } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { Logger as GraphileLogger, run, type Runner, type TaskList, type WorkerEvents } from 'graphile-worker';
import type { Logger } from 'pino';
import { createClockWatch } from './clock-watch.ts';
import {
  beat,
  findLostTimeAt,
  forgetWorkers,
  freeDeadWorkers,
  freeLostJobs,
} from './modules/installation/installation.ts';
import { patientPool } from './queue/patient-pool.ts';
import { enqueue } from './queue/queue.ts';
import { TASKS, type TaskName, type TaskPayload } from './queue/tasks.ts';
import type { Services } from './services.ts';

/** Maps each task to its flow. */
function handlersOf(services: Services): { [N in TaskName]: (payload: TaskPayload<N>) => Promise<unknown> } {
  return {
    'payment-event': ({ eventId }) => services.handlePaymentEvent(eventId),
    'settle-payment': ({ attemptId }) => services.settlePayment(attemptId),
    'recover-payment': ({ provider, paymentRef }) => services.recoverPayment({ provider, of: { paymentRef } }),
    'sync-payment': ({ attemptId }) => services.paymentSync.syncPayment(attemptId),
    'fulfil-line': ({ lineId }) => services.fulfilLine(lineId),
    'probe-wholesaler': ({ wholesaler }) => services.probeWholesaler(wholesaler),
    'refund-order': ({ refundId }) => services.refunds.carryOutRefund(refundId),
    'label-refund': ({ refundId }) => services.labelRefund(refundId),
    'issue-documents': ({ orderId }) => services.issueDocuments(orderId),
    'sweep-documents': () => services.sweepDocuments(),
    'remove-customer': ({ customerId }) => services.removeCustomer(customerId),
    'send-mail': ({ mailId }) => services.sendMail(mailId),
    'replace-esim': ({ replacementId }) => services.replaceEsim(replacementId),
    'return-profile': ({ requestId }) => services.rightsFlows.returnProfile(requestId),
    'carry-out-withdrawal': ({ withdrawalId }) => services.carryOutDeclared(withdrawalId),
    'send-push': ({ pushId }) => services.sendPush(pushId),
    'refresh-esim': ({ esimId, reason }) => services.refreshEsim(esimId, reason),
    'watch-usage': () => services.watchUsage(),
    'auto-top-up': ({ esimId }) => services.runAutoTopUp(esimId),
    'watch-top-ups': () => services.watchTopUps(),
    'fetch-photo': (job) => services.fetchPhoto(job),
    'purge-copies': ({ key }) => services.copies.purge(key),
    'check-plans': ({ runId }) => checkPlans(services, runId),
    'read-devices': () => services.devices.readList(),
    'sweep-payments': () => services.sweeps.sweepPayments(),
    'sweep-fulfilment': () => services.sweeps.sweepFulfilment(),
    'sweep-refund-requests': () => services.rightsFlows.sweepRequests(),
    'sweep-withdrawals': () => services.sweepWithdrawals(),
    'find-strays': () => services.sweeps.findStrays(),
    'send-notices': () => services.sendNotices(),
    reconcile: (job) => services.reconcile(job),
    'clean-up': () =>
      Promise.all([
        services.identity.cleanUp(),
        services.providers.cleanUp(),
        services.secondFactors.cleanUp(),
        services.passkeys.cleanUp(),
        services.phone.cleanUp(),
        services.serviceAccounts.cleanUp(),
        services.orders.cleanUp(),
        services.payments.cleanUp(),
        services.payments.cards.cleanUp(),
        services.removeLater(),
        services.fulfilment.cleanUp(),
        services.esims.cleanUp(),
        services.notifications.cleanUp(),
        services.push.cleanUp(),
        services.tickets.cleanUp(),
        services.withdrawals.cleanUp(),
        services.limits.cleanUp(),
        services.captcha.cleanUp(),
        services.reconciliation.cleanUp(),
        services.audit.cleanUp(),
        services.forgetLater(),
      ]),
  };
}

const HOUR = 3_600;
/** Notices say the hour of an end in days: some minutes do not matter. */
const NOTICES_SECONDS = 300;
/** The end of a job is stored within so many heartbeats. */
const STORED_WITHIN_BEATS = 3;
/** Back-off of worker restarts; a worker that ran for HEALTHY_MS resets it. */
const RESTART = { firstMs: 500, longestMs: 30_000 };
const HEALTHY_MS = 60_000;
/** Retry delay after a failed check of plans: with a fresh database nothing is on sale until the first one succeeds. */
const CHECK_AGAIN_SECONDS = 15;
const RECONCILE_AFTER_SECONDS = 600;

export type RunningWorker = { stop(): Promise<void> };

/** Starts the worker: runs jobs, writes heartbeats, frees the jobs of dead workers, and queues scheduled tasks. */
export async function startWorker(services: Services, log: Logger): Promise<RunningWorker> {
  const { config, db, pool } = services;
  const workerIds: string[] = [];
  const events: WorkerEvents = new EventEmitter();
  // Jobs are locked by the pool of workers, not by one of them.
  const running = runningJobs(events, config.worker.heartbeatSeconds);
  const pulse = createPulse(services, { workerIds, running }, log);
  events.on('pool:create', ({ workerPool }) => {
    workerIds.push(workerPool.id);
    // The first heartbeat is sent at once, because the doctor checks for a live worker.
    attempt(pulse.beat, log);
  });
  let stopping = false;
  const ending = new AbortController();
  let runner: Runner | undefined;

  /** A runner ends after a long database outage; the next one starts as soon as the database is back. */
  async function keepRunning(): Promise<void> {
    await services.quiet.over(ending.signal);
    const backoff = createBackoff(RESTART);
    const onFullDisk = () => log.error({}, 'the disk of the database is full: jobs wait until there is room');
    while (!stopping) {
      const since = performance.now();
      try {
        runner = await run({
          pgPool: patientPool(pool, onFullDisk),
          taskList,
          concurrency: config.worker.concurrency,
          noHandleSignals: true,
          pollInterval: 1_000,
          events,
          logger: quiet(log),
        });
        // Stopped during the start: the runner holds connections, which must be released.
        await (stopping ? runner.stop() : runner.promise);
      } catch (error) {
        log.error({ err: error }, 'the worker lost its database connection');
      }
      // The ids of ended workers send no more heartbeats, so that their jobs are freed.
      workerIds.length = 0;
      if (performance.now() - since > HEALTHY_MS) backoff.reset();
      if (!stopping) await pause(backoff.next(), undefined, { signal: ending.signal }).catch(() => undefined);
    }
  }
  const taskList = taskListOf(services, log);
  const ended = keepRunning();

  const timers = startTimers(services, pulse, log);
  return {
    async stop() {
      stopping = true;
      ending.abort();
      for (const timer of timers) clearInterval(timer);
      const ours = [...workerIds];
      await runner?.stop().catch(() => undefined);
      await ended;
      await forgetWorkers(db, ours);
    },
  };
}

function startTimers(services: Services, pulse: ReturnType<typeof createPulse>, log: Logger): NodeJS.Timeout[] {
  const { heartbeatSeconds, sweepSeconds } = services.config.worker;
  return [
    every(heartbeatSeconds, pulse.beat, log),
    every(heartbeatSeconds / 2, pulse.freeTheDead, log),
    every(heartbeatSeconds, createClockWatch(services, log), log),
    every(
      sweepSeconds,
      () =>
        schedule(services, [
          'sweep-payments',
          'sweep-fulfilment',
          'watch-usage',
          'watch-top-ups',
          'sweep-refund-requests',
          'sweep-withdrawals',
        ]),
      log,
    ),
    every(
      HOUR,
      () => schedule(services, ['check-plans', 'read-devices', 'find-strays', 'sweep-documents', 'clean-up']),
      log,
    ),
    every(NOTICES_SECONDS, () => schedule(services, ['send-notices']), log),
    every(HOUR, () => scheduleReconciliation(services), log),
  ];
}

/** The ids of the jobs that run here. One that has ended stays for some heartbeats, until its end is stored. */
function runningJobs(events: WorkerEvents, heartbeatSeconds: number): () => string[] {
  const runs = new Map<string, object>();
  events.on('job:start', ({ job }) => runs.set(job.id, {}));
  events.on('job:complete', ({ job }) => {
    const run = runs.get(job.id);
    const forget = () => runs.get(job.id) === run && runs.delete(job.id);
    setTimeout(forget, STORED_WITHIN_BEATS * heartbeatSeconds * 1000).unref();
  });
  return () => [...runs.keys()];
}

function taskListOf(services: Services, log: Logger): TaskList {
  const handlers = handlersOf(services) as Record<TaskName, (payload: unknown) => Promise<unknown>>;
  return Object.fromEntries(
    Object.entries(TASKS).map(([name, schema]) => [
      name,
      async (given: unknown, { job }: { job: { id: string; attempts: number } }) => {
        const { traceparent, ...payload } = given as { traceparent?: string };
        const started = performance.now();
        try {
          await services.telemetry.job(name, () => handlers[name as TaskName](schema.parse(payload)), traceparent);
          log.debug({ task: name, jobId: job.id, ms: Math.round(performance.now() - started) }, 'job done');
        } catch (error) {
          log.error(
            { task: name, jobId: job.id, attempt: job.attempts, err: error },
            'job failed and will be tried again',
          );
          // The error that is stored with the job must not contain a foreign error's message.
          throw new Error(`${name} failed`);
        }
      },
    ]),
  );
}

async function checkPlans(services: Services, runId: string | undefined): Promise<void> {
  const { completed } = await services.catalogue.checkPlans(runId);
  if (!completed && runId === undefined)
    await enqueue(services.db, 'check-plans', {}, { key: 'check-plans', inSeconds: CHECK_AGAIN_SECONDS });
}

/**
 * Sends heartbeats, and searches for dead workers twice per heartbeat: a job is free at most three and a half
 * heartbeats after its worker was killed, or after the answer that gave it to this process was lost. After a database
 * outage every last heartbeat is old, so no worker is declared dead until heartbeats work again.
 */
function createPulse(
  services: Services,
  { workerIds, running }: { workerIds: readonly string[]; running: () => string[] },
  log: Logger,
): { beat(): Promise<void>; freeTheDead(): Promise<void> } {
  const QUIET_BEATS = 3;
  let steady = QUIET_BEATS;
  return {
    async beat() {
      try {
        await beat(services.db, workerIds);
        steady += 1;
      } catch (error) {
        steady = 0;
        throw error;
      }
    },
    async freeTheDead() {
      if (steady < QUIET_BEATS) return;
      const { heartbeatSeconds } = services.config.worker;
      const lost = await freeLostJobs(services.db, { workerIds, running: running(), heartbeatSeconds });
      if (lost > 0) log.warn({ jobs: lost }, 'jobs whose start was lost were freed');
      const dead = await freeDeadWorkers(services.db, heartbeatSeconds);
      if (dead > 0) log.warn({ workers: dead }, 'jobs of dead workers were freed');
    },
  };
}

type Scheduled =
  | 'sweep-payments'
  | 'sweep-fulfilment'
  | 'watch-usage'
  | 'watch-top-ups'
  | 'sweep-refund-requests'
  | 'sweep-withdrawals'
  | 'check-plans'
  | 'read-devices'
  | 'find-strays'
  | 'send-notices'
  | 'sweep-documents'
  | 'clean-up';

/** Queues a task from every process; its key makes one waiting job of it. */
async function schedule(services: Services, tasks: Scheduled[]): Promise<void> {
  for (const task of tasks) await enqueue(services.db, task, {}, { key: task, keepWaiting: true });
}

/**
 * Not immediately at the start, when the unfinished work of the stopped process is still in progress. After a restore,
 * or another loss of commits, at once: the vendors know refunds that hide codes.
 */
async function scheduleReconciliation({ db, reconciliation }: Services): Promise<void> {
  const lostAt = await findLostTimeAt(db);
  const last = await reconciliation.latestRun();
  if (lostAt && (last === null || last.startedAt < lostAt))
    await enqueue(db, 'reconcile', {}, { key: 'reconcile:lost-time', keepWaiting: true });
  await enqueue(db, 'reconcile', {}, { key: 'reconcile', keepWaiting: true, inSeconds: RECONCILE_AFTER_SECONDS });
}

function every(seconds: number, act: () => Promise<void>, log: Logger): NodeJS.Timeout {
  attempt(act, log);
  return setInterval(() => attempt(act, log), seconds * 1000);
}

function attempt(act: () => Promise<void>, log: Logger): void {
  act().catch((error: unknown) => log.warn({ err: error }, 'a scheduled job could not be queued'));
}

/** The queue's own messages may contain payloads and errors: only errors are logged, without details. */
function quiet(log: Logger): GraphileLogger {
  return new GraphileLogger(() => (level, message) => {
    if (level === 'error') log.error({ from: 'queue' }, message.split('\n')[0]?.slice(0, 120));
  });
}

/**
 * Exponential back-off: each pause is twice the previous one, up to `longestMs`; `reset` starts again with the first.
 */
function createBackoff({ firstMs, longestMs }: { firstMs: number; longestMs: number }): {
  next(): number;
  reset(): void;
} {
  let pause = firstMs;
  return {
    next() {
      const now = pause;
      pause = Math.min(pause * 2, longestMs);
      return now;
    },
    reset() {
      pause = firstMs;
    },
  };
}
