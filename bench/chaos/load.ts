import { setTimeout as pause } from 'node:timers/promises';
import type { Random } from './random.ts';
import type { ChaosWorld } from './world.ts';

/** People whose pages refresh their tokens all the time. Each refresh is a transaction. */
export type Load = {
  /** Lets them all refresh, one after the other each, until `stop` is called. */
  start(): { stop(): Promise<LoadReport> };
};
export type LoadReport = {
  /** Refreshes that succeeded. */
  refreshed: number;
  /** Requests without an answer, or with a 5xx. */
  failed: number;
  /** Refreshes that were refused: the session had ended. */
  signedOut: number;
};

type Member = { email: string; password: string; refreshToken: string };

const ANSWER_WITHIN = 15_000;
/** Between two refreshes of one person. */
const PAUSE_MS = 100;

/** Signs up `count` people, who wait `pauseMs` between two refreshes. */
export async function createLoad(
  world: ChaosWorld,
  random: Random,
  { count = 30, pauseMs = PAUSE_MS }: { count?: number; pauseMs?: number } = {},
): Promise<Load> {
  const members = Array.from({ length: count }, () => ({
    email: `load.${random.word(12)}@travellers.example`,
    password: `pass-${random.word(14)}`,
    refreshToken: '',
  }));
  await Promise.all(members.map((member) => enter(world, member, 'signUp')));

  return {
    start() {
      const report: LoadReport = { refreshed: 0, failed: 0, signedOut: 0 };
      let stopping = false;
      const going = members.map(async (member) => {
        while (!stopping) {
          await refresh(world, member, report);
          await pause(pauseMs);
        }
      });
      return {
        async stop() {
          stopping = true;
          await Promise.all(going);
          return report;
        },
      };
    },
  };
}

async function refresh(world: ChaosWorld, member: Member, report: LoadReport): Promise<void> {
  const answer = await post(world, '/identity/v1/token?key=cairn-web', {
    grant_type: 'refresh_token',
    refresh_token: member.refreshToken,
  });
  if (answer.status === 200) {
    report.refreshed += 1;
    member.refreshToken = String(answer.body['refresh_token']);
  } else if (answer.status === 400) {
    report.signedOut += 1;
    await enter(world, member, 'signInWithPassword');
  } else report.failed += 1;
}

/** Signs up or in. Without an answer the next refresh is refused, and tries again. */
async function enter(world: ChaosWorld, member: Member, call: 'signUp' | 'signInWithPassword'): Promise<void> {
  const { email, password } = member;
  const answer = await post(world, `/identity/v1/accounts:${call}?key=cairn-web`, {
    email,
    password,
    returnSecureToken: true,
  });
  if (answer.status === 200) member.refreshToken = String(answer.body['refreshToken']);
}

async function post(
  world: ChaosWorld,
  address: string,
  body: Record<string, unknown>,
): Promise<{ status: number; body: Record<string, unknown> }> {
  try {
    const answer = await fetch(world.appUrl + address, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(ANSWER_WITHIN),
    });
    const text = await answer.text();
    return { status: answer.status, body: answer.ok ? (JSON.parse(text) as Record<string, unknown>) : {} };
  } catch {
    return { status: 0, body: {} };
  }
}
