import * as z from 'zod';
import type { ListedDevice } from '../../shared/devices/types.ts';

/* `GET /v2/compatible-devices-lite`: `{ data: [{ os, brand, name }] }`, without pages. Names are shown and
   searched, so they must be short text without control characters. */

/** Ten times the number of models on sale today. */
const MAX_DEVICES = 10_000;

const label = z
  .string()
  .transform((text) => text.replace(/\s+/g, ' ').trim())
  .pipe(
    z
      .string()
      .min(1)
      .max(80)
      .regex(/^[^\p{C}<>]+$/u),
  );
const deviceReply = z.looseObject({ brand: label, name: label });

/**
 * The devices of a list without duplicates; invalid rows are left out. A list with invalid rows only is a bad reply.
 */
export const devicesReply = z
  .looseObject({ data: z.array(z.unknown()).max(MAX_DEVICES) })
  .transform(({ data }, context): ListedDevice[] => {
    const devices = new Map<string, ListedDevice>();
    for (const row of data) {
      const device = deviceReply.safeParse(row).data;
      if (device === undefined) continue;
      const key = `${device.brand} ${device.name}`.toLowerCase();
      if (!devices.has(key)) devices.set(key, { maker: device.brand, name: device.name });
    }
    if (devices.size === 0 && data.length > 0) {
      context.addIssue({ code: 'custom', message: 'no row of the list can be read' });
      return z.NEVER;
    }
    return [...devices.values()];
  });
