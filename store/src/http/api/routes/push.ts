import * as z from 'zod';
import { LOCALES } from '../../../shared/locale.ts';
import { PushDevices } from '../push-views.ts';
import { body, describeRoute, failures, json } from './describe.ts';

const tags = ['push'];

/** A guest's devices are those of one order, which this browser's cookie opens; without it they are the account's. */
const ofOrder = z.object({ order: z.uuid().optional() });

/** `PushSubscription.toJSON()` of the browser. */
const Base64url = z.string().regex(/^[\w-]{1,200}$/);
const Subscription = z.strictObject({
  endpoint: z.string().min(1).max(2_048),
  keys: z.strictObject({ p256dh: Base64url, auth: Base64url }),
  locale: z.enum(LOCALES),
  order: z.uuid().optional(),
  /** The device of this browser, when it only reports what is new; refused when it was turned off elsewhere. */
  again: z.uuid().optional(),
});

const devicesAnswer = json(PushDevices, 'The devices that show notices.');

export const push = {
  list: describeRoute({
    method: 'get',
    path: '/push/devices',
    tags,
    summary: 'The devices that show notices of the signed-in account, or of a guest’s order',
    request: { query: ofOrder },
    responses: { 200: devicesAnswer, ...failures },
  }),
  subscribe: describeRoute({
    method: 'post',
    path: '/push/subscriptions',
    tags,
    summary: 'Turn notices on for this browser; again: its new session, keys and language',
    request: body(Subscription),
    responses: {
      201: json(PushDevices.extend({ here: z.uuid() }), 'The devices, and which of them is this browser.'),
      ...failures,
    },
  }),
  remove: describeRoute({
    method: 'delete',
    path: '/push/devices/{deviceId}',
    tags,
    summary: 'Turn notices off for a device',
    request: { params: z.object({ deviceId: z.uuid() }), query: ofOrder },
    responses: { 204: { description: 'Off.' }, ...failures },
  }),
};
