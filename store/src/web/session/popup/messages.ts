/**
 * The messages between the pages under /oauth and their opener. src/http/oauth/script.ts repeats the channel's name and
 * these shapes.
 */
export const CHANNEL = 'cairn-auth';

/**
 * `leaving`: the popup redirects to the provider. `result`: it is back, with a one-time code or an error code of the
 * SDK without its `auth/`.
 */
export type PopupMessage =
  | { type: 'leaving'; eventId: string }
  | { type: 'result'; eventId: string; code?: string; fault?: string };

/** The opener has received it: the popup may close. */
export type OpenerMessage = { type: 'taken'; eventId: string };

/** Parses a message of a popup; undefined for anything else on the channel. */
export function readPopupMessage(data: unknown): PopupMessage | undefined {
  const { type, eventId, code, fault } = (data ?? {}) as Record<string, unknown>;
  if (typeof eventId !== 'string') return undefined;
  if (type === 'leaving') return { type, eventId };
  if (type !== 'result') return undefined;
  if (typeof code === 'string') return { type, eventId, code };
  return typeof fault === 'string' && /^[a-z-]{1,60}$/.test(fault) ? { type, eventId, fault } : undefined;
}
