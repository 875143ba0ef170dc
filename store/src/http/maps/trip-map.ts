import dots from '#data/maps/dots.json' with { type: 'json' };
import type { Handler } from 'hono';
import type { Services } from '../../services.ts';
import { AppError } from '../../shared/errors.ts';
import type { Dots } from '../../shared/dotted-map.ts';
import { MAX_STOPS } from '../../shared/itinerary.ts';
import { drawTripMap, type PaintedCountry } from '../../shared/trip-map.ts';
import { createAnswerCache } from '../answers/answer-cache.ts';
import type { HttpEnv } from '../context.ts';
import type { CopyHeaders } from '../edge/copies.ts';
import { type StoredAnswer, storeAnswer } from '../answers/stored-answer.ts';
import { createTurns } from '../answers/turns.ts';

/** `france.0`: a place with the colour of its plan; `france`: one without a plan. */
const PAINTED = /^([a-z-]{1,80})(?:\.([0-3]))?$/;

/** `GET /maps/trip.svg?places=france.0,spain.1`: the countries of a trip (`shared/trip-map.ts`), at most 15 of them. */
export function serveTripMap({ catalogue }: Pick<Services, 'catalogue'>, copies: CopyHeaders): Handler<HttpEnv> {
  const cache = createAnswerCache<StoredAnswer>();
  const nextTurn = createTurns();

  async function countriesOf(places: readonly string[]): Promise<PaintedCountry[] | null> {
    if (places.length > MAX_STOPS) return null;
    const countries: PaintedCountry[] = [];
    for (const place of places) {
      const [, slug, tone] = PAINTED.exec(place) ?? [];
      const code = slug === undefined ? null : (await catalogue.destinationBySlug(slug))?.countryCode;
      if (code == null) return null;
      countries.push({ code, tone: tone === undefined ? null : Number(tone) });
    }
    return countries;
  }

  return async (c) => {
    const asked = (c.req.query('places') ?? '').slice(0, MAX_STOPS * 90);
    const answer = await cache.get(asked, await catalogue.version(), async () => {
      const countries = await countriesOf(asked.split(','));
      if (countries === null) return undefined;
      await nextTurn();
      const svg = drawTripMap(dots as Dots, countries);
      return storeAnswer(svg, {
        'Content-Type': 'image/svg+xml',
        'Cache-Control': 'public, max-age=300',
        ...copies.sameForAll('catalogue'),
      });
    });
    if (answer === undefined) throw new AppError('not-found');
    return answer.respond(c.req.raw);
  };
}
