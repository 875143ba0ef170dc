import type { CodedError } from '../../shared/errors.ts';

/** A message for one device, before its encryption. */
export type PushMessage = {
  endpoint: string;
  /** The browser's public key and secret (RFC 8291), in base64url. */
  keys: { p256dh: string; auth: string };
  payload: string;
  /** Replaces an undelivered message with the same topic; at most 32 characters of base64url. */
  topic: string;
  ttlSeconds: number;
  urgency: 'normal' | 'high';
};

/**
 * Why a push service did not take a message. `push-gone`: the subscription has ended. `push-refused`: it will not take
 * this message, or its address may not be called. `push-busy`: later. `push-not-sent`: no connection.
 * `push-unknown`: the connection ended without an answer, so the message may have arrived.
 */
export type PushErrorCode = 'push-gone' | 'push-refused' | 'push-busy' | 'push-not-sent' | 'push-unknown';

/** `status`: of the answer. `retryAfterSeconds`: what a busy service asked for. */
export type PushFault = CodedError<PushErrorCode> & { status?: number; retryAfterSeconds?: number };

/** The push services of the browsers' makers, which deliver messages to devices. */
export type PushService = {
  /** True for an address of a known push service. No other one is ever called. */
  isKnown(endpoint: string): boolean;
  /** Resolves when the service has accepted the message. Throws `PushFault`. */
  push(message: PushMessage): Promise<void>;
};
