import { CodedError } from './errors.ts';

/** A start that must not go on, and that trying again won't help; the message says why and what to do. */
export class StartupError extends CodedError<'startup-error'> {
  override readonly name = 'StartupError';

  constructor(message: string) {
    super('startup-error', message);
  }
}
