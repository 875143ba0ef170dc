import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openClock } from './clock.ts';

const START = Date.UTC(2026, 10, 23, 12);
const HOLD_SECONDS = 90;

/** Three clocks that a test moves: all of them by `pass`, one of them by `database` or `wall`. */
async function world(database = 0, wall = 0) {
  /** `answersIn`: how long an answer of the database takes, after its time was taken. */
  const state = { mono: 5_000, database, wall, answersIn: [] as number[] };
  const clock = await openClock({
    readTime: async () => {
      const time = START + state.mono + state.database;
      state.mono += state.answersIn.shift() ?? 0;
      return time;
    },
    holdSeconds: HOLD_SECONDS,
    monotonic: () => state.mono,
    wall: () => START + state.mono + state.wall,
  });
  return {
    clock,
    state,
    pass: (seconds: number) => void (state.mono += seconds * 1000),
    /** How far the clock is from true time, in seconds. */
    error: () => (clock.now().getTime() - (START + state.mono)) / 1000,
  };
}

describe('the clock of the database', () => {
  it('does not follow the wall clock of the process, and reports its jumps once', async () => {
    const { clock, state, pass, error } = await world();
    for (const wall of [600, -3_600, 0, 400 * 86_400]) {
      const before = state.wall;
      state.wall = wall * 1000;
      expect(error()).toBe(0);
      pass(15);
      expect(await clock.read()).toEqual({
        jumps: [{ of: 'process', seconds: wall - before / 1000 }],
        adopted: false,
        offsetSeconds: wall,
      });
      pass(15);
      expect((await clock.read()).jumps).toEqual([]);
      expect(error()).toBe(0);
    }
  });

  it('reports a wall clock that was wrong from the start', async () => {
    const { clock, error } = await world(0, 20_000);
    expect((await clock.read()).offsetSeconds).toBe(20);
    expect(error()).toBe(0);
  });

  it.each([600, -600, 3_600, -3_600])(
    'a jump of the database by %d seconds is reported at once, and adopted once windows are over',
    async (by) => {
      const { clock, state, pass, error } = await world();
      state.database = by * 1000;
      pass(15);
      expect(await clock.read()).toMatchObject({ jumps: [{ of: 'database', seconds: by }], adopted: false });
      expect(error()).toBe(0);
      pass(HOLD_SECONDS - 1);
      expect(await clock.read()).toMatchObject({ jumps: [], adopted: false });
      expect(error()).toBe(0);
      pass(1);
      expect(await clock.read()).toMatchObject({ jumps: [], adopted: true });
      expect(error()).toBe(by);
    },
  );

  it('a jump that is taken back within the time is never followed', async () => {
    const { clock, state, pass, error } = await world();
    state.database = 600_000;
    pass(6);
    await clock.read();
    state.database = 0;
    pass(15);
    expect((await clock.read()).jumps).toMatchObject([{ of: 'database', seconds: -600 }]);
    for (let turn = 0; turn < 20; turn += 1) {
      pass(15);
      expect(await clock.read()).toMatchObject({ jumps: [], adopted: false });
      expect(error()).toBe(0);
    }
  });

  it('each jump has the whole time of its own, also after one that was taken back', async () => {
    const { clock, state, pass, error } = await world();
    const jump = async (seconds: number, after: number) => {
      pass(after);
      state.database = seconds * 1000;
      return (await clock.read()).adopted;
    };
    expect([await jump(600, 15), await jump(0, 15), await jump(600, HOLD_SECONDS)]).toEqual([false, false, false]);
    // Another one shortly before its time is over.
    expect([await jump(1_200, HOLD_SECONDS - 1), await jump(1_200, HOLD_SECONDS - 1)]).toEqual([false, false]);
    expect(error()).toBe(0);
    expect(await jump(1_200, 1)).toBe(true);
    expect(error()).toBe(1_200);
  });

  it('drift is followed without a word', async () => {
    const { clock, state, pass, error } = await world();
    for (let turn = 0; turn < 100; turn += 1) {
      state.database += 100;
      pass(15);
      expect(await clock.read()).toMatchObject({ jumps: [], adopted: false });
    }
    expect(error()).toBeCloseTo(10);
  });

  it('a slow answer is asked for again, and never moves the time', async () => {
    const { clock, state, pass, error } = await world();
    state.answersIn = [900, 700, 20];
    pass(15);
    expect((await clock.read()).jumps).toEqual([]);
    // Each slow answer was followed by another question.
    expect(state.answersIn).toEqual([]);
    expect(Math.abs(error())).toBeLessThanOrEqual(0.01);
    state.answersIn = [900, 1_500, 1_200];
    pass(15);
    expect((await clock.read()).jumps).toEqual([]);
    expect(Math.abs(error())).toBeLessThanOrEqual(0.01);
  });

  it('whatever the wall clock does, time neither stands nor jumps', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ seconds: fc.integer({ min: 0, max: 600 }), wall: fc.integer({ min: -1e9, max: 1e9 }) })),
        async (steps) => {
          const { clock, state, pass, error } = await world();
          for (const { seconds, wall } of steps) {
            state.wall = wall;
            pass(seconds);
            expect(error()).toBe(0);
            await clock.read();
            expect(error()).toBe(0);
          }
        },
      ),
    );
  });

  it('whatever the database does, a window that began before a jump has its full length', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.record({ seconds: fc.integer({ min: 1, max: 60 }), by: fc.integer({ min: -86_400, max: 86_400 }) }),
          {
            maxLength: 30,
          },
        ),
        async (steps) => {
          const { clock, state, pass } = await world();
          const since = { mono: state.mono, time: clock.now().getTime() };
          for (const { seconds, by } of steps) {
            // In steps of ten seconds: below two, the clock follows.
            state.database = by * 10_000;
            pass(seconds);
            await clock.read();
            const elapsed = (state.mono - since.mono) / 1000;
            const seen = (clock.now().getTime() - since.time) / 1000;
            expect(seen).toBe(elapsed < HOLD_SECONDS ? elapsed : seen);
          }
        },
      ),
    );
  });
});
