import { CodedError } from './errors.ts';

/** A start-up error that a retry cannot resolve; the message has the reason and the remedy. */
export class StartupError extends CodedError<'startup-error'> {
  override readonly name = 'StartupError';

  constructor(message: string) {
    super('startup-error', message);
  }
}
