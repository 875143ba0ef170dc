import * as z from 'zod';
import { DEVICE_NOTES, SALE_PLACES } from '../../../shared/devices/types.ts';
import { describeRoute, json } from './describe.ts';

const Answer = z.enum(['yes', 'depends', 'no']);

const FamilyView = z.object({
  id: z.string(),
  maker: z.string(),
  kind: z.enum(['phone', 'tablet', 'laptop']),
  models: z.array(
    z.object({ name: z.string(), aliases: z.array(z.string()).optional(), codes: z.array(z.string()).optional() }),
  ),
  esim: Answer,
  /** True when it also has a slot for a SIM card; null: our sources do not state it. */
  simSlot: z.boolean().nullable(),
  exceptions: z.array(
    z.object({
      places: z.array(z.enum(SALE_PLACES)),
      esim: Answer,
      simSlot: z.boolean().optional(),
      note: z.enum(DEVICE_NOTES).optional(),
    }),
  ),
  note: z.enum(DEVICE_NOTES).optional(),
  checked: z.enum(['page', 'notes']),
  source: z.string(),
  readAt: z.string(),
});

export const devices = {
  index: describeRoute({
    method: 'get',
    path: '/devices',
    tags: ['devices'],
    summary: 'Phones, tablets and laptops with their eSIM support, for search in the browser',
    responses: {
      200: json(
        z.object({
          families: z.array(FamilyView),
          /** The wholesaler's list of compatible devices. */
          listed: z.array(z.object({ maker: z.string(), name: z.string() })),
          listedAt: z.string().nullable(),
        }),
        'Our own data, and the wholesaler’s list where there is one.',
      ),
    },
  }),
};
