import type { Services } from '../../services.ts';
import type { DeviceIndex } from '../../shared/devices/types.ts';
import { createAnswerCache } from '../answers/answer-cache.ts';
import { type StoredAnswer, storeAnswer } from '../answers/stored-answer.ts';
import type { CopyHeaders } from '../edge/copies.ts';
import { newApi } from './new-api.ts';
import { devices as routes } from './routes/devices.ts';

/** The device data over HTTP: the same bytes for every caller, serialised once per list of the wholesaler. */
export function createDeviceRoutes({ devices }: Pick<Services, 'devices'>, copies: CopyHeaders) {
  const api = newApi();
  const cache = createAnswerCache<StoredAnswer>();

  api.openapi(routes.index, async (c) => {
    const known: DeviceIndex = await devices.index();
    const answer = await cache.get('devices', known.listedAt ?? '', async () =>
      storeAnswer(JSON.stringify(known), {
        'Content-Type': 'application/json',
        'Cache-Control': 'public, max-age=60',
        ...copies.sameForAll('store'),
      }),
    );
    // The bytes match the schema, which the route's type cannot express.
    return (await answer!.respond(c.req.raw)) as never;
  });
  return api;
}
