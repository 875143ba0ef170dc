/**
 * What a message to a device is about. `esim-ready` is sent when an eSIM is delivered; the others are the kinds of
 * notices that are also mailed.
 */
export const PUSH_KINDS = ['esim-ready', 'data-75', 'data-90', 'data-100', 'ends-3d', 'ends-1d', 'install'] as const;

export type PushKind = (typeof PUSH_KINDS)[number];

const HOUR = 3_600;

/**
 * How long a message is worth delivering, and how urgent it is (RFC 8030, 5.3): a phone that saves power wakes up for a
 * high urgency only.
 */
export const PUSH_DELIVERY: Record<PushKind, { ttlSeconds: number; urgency: 'normal' | 'high' }> = {
  'esim-ready': { ttlSeconds: 24 * HOUR, urgency: 'high' },
  'data-75': { ttlSeconds: 12 * HOUR, urgency: 'normal' },
  'data-90': { ttlSeconds: 12 * HOUR, urgency: 'high' },
  'data-100': { ttlSeconds: 24 * HOUR, urgency: 'high' },
  'ends-3d': { ttlSeconds: 24 * HOUR, urgency: 'normal' },
  'ends-1d': { ttlSeconds: 12 * HOUR, urgency: 'normal' },
  install: { ttlSeconds: 24 * HOUR, urgency: 'normal' },
};
