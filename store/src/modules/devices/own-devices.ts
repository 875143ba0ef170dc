import * as z from 'zod';
import apple from '#data/devices/apple.json' with { type: 'json' };
import google from '#data/devices/google.json' with { type: 'json' };
import others from '#data/devices/others.json' with { type: 'json' };
import samsung from '#data/devices/samsung.json' with { type: 'json' };
import { DEVICE_NOTES, type DeviceFamily, SALE_PLACES } from '../../shared/devices/types.ts';

const answer = z.enum(['yes', 'depends', 'no']);
const words = z.string().trim().min(1).max(60);
const note = z.enum(DEVICE_NOTES);

const exception = z.strictObject({
  places: z.array(z.enum(SALE_PLACES)).min(1),
  esim: answer,
  simSlot: z.boolean().optional(),
  note: note.optional(),
});

const model = z.strictObject({
  name: words,
  aliases: z.array(words).min(1).optional(),
  codes: z
    .array(z.string().regex(/^[A-Z0-9-]{4,20}$/))
    .min(1)
    .optional(),
});

const family = z
  .strictObject({
    id: z.string().regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/),
    maker: words,
    kind: z.enum(['phone', 'tablet', 'laptop']),
    models: z.array(model).min(1),
    esim: answer,
    simSlot: z.boolean().nullable(),
    exceptions: z.array(exception),
    note: note.optional(),
    checked: z.enum(['page', 'notes']),
    source: z.url({ protocol: /^https$/ }),
    readAt: z.iso.date(),
  })
  .refine(({ checked, esim }) => checked === 'page' || esim !== 'yes', 'only a page that was read can say yes')
  .refine(({ exceptions }) => {
    const places = exceptions.flatMap((each) => each.places);
    return new Set(places).size === places.length;
  }, 'a place has one answer');

/** Parses a file of `data/devices`. Throws with the position of the first error. */
export function parseFamilies(file: unknown): DeviceFamily[] {
  return z.array(family).parse(file);
}

/** Loads our own device data and checks it at the start of the process. */
export function loadOwnDevices(): readonly DeviceFamily[] {
  return [apple, google, samsung, others].flatMap(parseFamilies);
}
