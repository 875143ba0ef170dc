import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { itineraryQuery, MAX_MB_PER_DAY, MAX_TRIP_MB, mbOf, readItinerary } from './itinerary.ts';

const read = (query: string) => readItinerary(new URLSearchParams(query));
const kinds = (query: string) => read(query).problems.map(({ kind }) => kind);

describe('itineraries', () => {
  test('a URL is parsed into the itinerary that was written', () => {
    const itinerary = fc.record({
      stops: fc.array(
        fc.record({ slug: fc.stringMatching(/^[a-z][a-z0-9-]{0,30}$/), days: fc.integer({ min: 1, max: 24 }) }),
        { minLength: 1, maxLength: 15 },
      ),
      habit: fc.oneof(
        fc.constantFrom('light' as const, 'everyday' as const, 'heavy' as const),
        fc.integer({ min: 1, max: MAX_MB_PER_DAY }),
      ),
    });
    fc.assert(
      fc.property(
        itinerary.filter((each) => mbOf(each) <= MAX_TRIP_MB),
        (each) => {
          expect(read(itineraryQuery(each))).toEqual({ itinerary: each, problems: [] });
        },
      ),
    );
  });

  test('more data a day or in all than a trip may have is reported, and the stops are kept', () => {
    const stops = [{ slug: 'france', days: 21 }];
    expect(read(`stop=france:21&habit=${MAX_MB_PER_DAY + 1}`)).toEqual({
      itinerary: { stops, habit: 'everyday' },
      problems: [{ kind: 'too-much-a-day' }],
    });
    expect(read(`stop=france:21&habit=${MAX_MB_PER_DAY}`)).toEqual({
      itinerary: { stops, habit: MAX_MB_PER_DAY },
      problems: [{ kind: 'too-much-data' }],
    });
    expect(kinds(`stop=france:20&habit=${MAX_MB_PER_DAY}`)).toEqual([]);
  });

  test('for any query, stops and days are limited, and the result can be written to a URL again', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.tuple(
            fc.constantFrom('stop', 'place', 'days', 'add', 'addDays', 'habit', 'more', 'less', 'remove'),
            fc.string(),
          ),
        ),
        (pairs) => {
          const { itinerary, problems } = readItinerary(new URLSearchParams(pairs));
          expect(itinerary.stops.length).toBeLessThanOrEqual(16);
          if (problems.length === 0) expect(read(itineraryQuery(itinerary)).itinerary).toEqual(itinerary);
        },
      ),
    );
  });

  test('the form adds, lengthens, shortens and removes stops', () => {
    const form = 'place=france&days=4&place=italy&days=1&habit=heavy';
    expect(itineraryQuery(read(`${form}&add=morocco&addDays=3`).itinerary)).toBe(
      '?stop=france:4&stop=italy:1&stop=morocco:3&habit=heavy',
    );
    expect(itineraryQuery(read(`${form}&more=0`).itinerary)).toBe('?stop=france:5&stop=italy:1&habit=heavy');
    expect(itineraryQuery(read(`${form}&less=1`).itinerary)).toBe('?stop=france:4&stop=italy:1&habit=heavy');
    expect(itineraryQuery(read(`${form}&remove=0`).itinerary)).toBe('?stop=italy:1&habit=heavy');
    expect(itineraryQuery(read(`${form}&add=`).itinerary)).toBe('?stop=france:4&stop=italy:1&habit=heavy');
  });

  test('no stop, 16 stops, 400 days, no days and an unknown habit are reported', () => {
    expect(kinds('')).toEqual(['no-stops']);
    expect(kinds(Array.from({ length: 16 }, () => 'stop=france:1').join('&'))).toEqual(['too-many-stops']);
    expect(kinds('stop=france:400')).toEqual(['too-many-days']);
    expect(kinds('stop=france:200&stop=italy:200')).toEqual(['too-many-days']);
    for (const days of ['0', '-3', '1.5', 'x', '']) {
      expect(read(`stop=france:${days}`).problems).toEqual([{ kind: 'bad-days', stop: 0 }]);
    }
    expect(read('stop=france:4&habit=enormous')).toEqual({
      itinerary: { stops: [{ slug: 'france', days: 4 }], habit: 'everyday' },
      problems: [{ kind: 'bad-habit' }],
    });
  });
});
