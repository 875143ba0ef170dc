import { createHmac } from 'node:crypto';
import type { Control } from '../kit/control.ts';
import { LOST } from './numbers.ts';
import type { Messages, MessageStatus, StoredMessage } from './messages.ts';

/** The call that the control plane can fail, hold and delay: one status report. */
export const REPORT_CALL = 'messages.report';

const ANSWER_WITHIN_MS = 15_000;

/**
 * Posts the delivery status of each message to its callback URL, signed as Twilio signs. Each report is sent once,
 * without retries.
 */
export function createReporter(
  { accountSid, authToken }: { accountSid: string; authToken: string },
  { messages, control }: { messages: Messages; control: Control },
) {
  const closing = new AbortController();

  async function report(address: string, message: StoredMessage): Promise<void> {
    if (await control.pass(REPORT_CALL, 'before')) return;
    const form: Record<string, string> = {
      AccountSid: accountSid,
      ApiVersion: '2010-04-01',
      ...(message.errorCode !== null && { ErrorCode: String(message.errorCode) }),
      ...(message.from !== null && { From: message.from }),
      ...(message.messagingServiceSid !== null && { MessagingServiceSid: message.messagingServiceSid }),
      MessageSid: message.id,
      MessageStatus: message.status,
      SmsSid: message.id,
      SmsStatus: message.status,
      To: message.to,
    };
    const signed = Object.keys(form)
      .toSorted()
      .reduce((text, name) => text + name + form[name], address);
    const answer = await fetch(address, {
      method: 'POST',
      headers: { 'x-twilio-signature': createHmac('sha1', authToken).update(signed).digest('base64') },
      body: new URLSearchParams(form),
      redirect: 'manual',
      signal: AbortSignal.any([closing.signal, AbortSignal.timeout(ANSWER_WITHIN_MS)]),
    });
    await answer.body?.cancel();
  }

  return {
    /** Starts after the response to the message. */
    async follow({ id, to, statusCallback }: StoredMessage): Promise<void> {
      const lost = LOST[to];
      const steps: { status: MessageStatus; errorCode: number | null }[] = [
        { status: 'sent', errorCode: null },
        lost ? { status: lost.status, errorCode: lost.errorCode } : { status: 'delivered', errorCode: null },
      ];
      for (const step of steps) {
        const message = messages.change(id, step);
        // The application may be restarting. It receives the next report.
        if (message && statusCallback !== null) await report(statusCallback, message).catch(() => undefined);
        if (closing.signal.aborted) return;
      }
    },
    close: () => closing.abort(),
  };
}
