import dots from '#data/maps/dots.json' with { type: 'json' };
import type { Handler } from 'hono';
import type { Services } from '../../services.ts';
import { drawCoverage, drawReach, type Dots, type Frame } from '../../shared/dotted-map.ts';
import { AppError } from '../../shared/errors.ts';
import { createAnswerCache } from '../answers/answer-cache.ts';
import type { HttpEnv } from '../context.ts';
import type { CopyHeaders } from '../edge/copies.ts';
import { createTurns } from '../answers/turns.ts';
import { type StoredAnswer, storeAnswer } from '../answers/stored-answer.ts';

/** Size for the text of a page; the default size is for its head. */
const FIGURE: Frame = { width: 766, height: 440, box: [24, 24, 742, 416] };

/**
 * `GET /maps/coverage/:file`: a map of the countries that a regional or global offer covers; `?here=` marks one of
 * them. With `?for=world` it is the whole world, of a local offer too. Drawn from the newest publication and cached with
 * it. There are as many maps as offers and countries in them.
 */
export function serveCoverageMap({ catalogue }: Pick<Services, 'catalogue'>, copies: CopyHeaders): Handler<HttpEnv> {
  const store = (svg: string) =>
    storeAnswer(svg, {
      'Content-Type': 'image/svg+xml',
      'Cache-Control': 'public, max-age=300',
      ...copies.sameForAll('catalogue'),
    });
  const cache = createAnswerCache<StoredAnswer>();
  const nextTurn = createTurns();

  async function draw(slug: string, here: string | undefined, isHead: boolean): Promise<StoredAnswer | undefined> {
    const covered = await catalogue.coveredBy(slug);
    const marked = covered.find((country) => country.slug === here)?.countryCode;
    await nextTurn();
    if (covered.length === 0 || (here !== undefined && marked === undefined)) return undefined;
    const svg = drawCoverage(
      dots as Dots,
      covered.map(({ countryCode }) => countryCode),
      { ...(marked !== undefined && { marked }), ...(!isHead && { frame: FIGURE, wideFrame: FIGURE }) },
    );
    return store(svg);
  }

  /** The reach of an offer on the whole world. */
  async function drawWorld(slug: string): Promise<StoredAnswer | undefined> {
    const [place, covered] = await Promise.all([catalogue.destinationBySlug(slug), catalogue.coveredBy(slug)]);
    const codes = place?.countryCode == null ? covered.map(({ countryCode }) => countryCode) : [place.countryCode];
    await nextTurn();
    return codes.length === 0 ? undefined : store(drawReach(dots as Dots, codes));
  }

  return async (c) => {
    const slug = /^(.+)\.svg$/.exec(c.req.param('file') ?? '')?.[1];
    const here = c.req.query('here');
    const use = c.req.query('for');
    const places = [slug, here ?? slug].map((place) => catalogue.destinationBySlug(place ?? ''));
    if (slug === undefined || (await Promise.all(places)).includes(null)) throw new AppError('not-found');
    const answer = await (use === 'world'
      ? cache.get(`${slug} on the world`, await catalogue.version(), () => drawWorld(slug))
      : cache.get(`${slug} ${here ?? ''} ${use === 'head'}`, await catalogue.version(), () =>
          draw(slug, here, use === 'head'),
        ));
    if (answer === undefined) throw new AppError('not-found');
    return answer.respond(c.req.raw);
  };
}
