import * as z from 'zod';

/** A browser that shows notices, for its owner. */
export const PushDeviceView = z.strictObject({
  id: z.uuid(),
  /** Such as `Firefox, Windows`; empty when unknown. */
  device: z.string(),
  createdAt: z.iso.datetime(),
  /** When a message was last delivered to its push service. */
  lastOkAt: z.iso.datetime().nullable(),
});

export const PushDevices = z.strictObject({
  /** The `applicationServerKey` of the browser's `pushManager.subscribe`. */
  publicKey: z.string(),
  /** Newest first. */
  devices: z.array(PushDeviceView),
});

export type PushDeviceView = z.infer<typeof PushDeviceView>;
export type PushDevices = z.infer<typeof PushDevices>;
