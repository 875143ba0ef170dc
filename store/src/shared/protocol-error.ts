import { CodedError } from './errors.ts';

/**
 * An error that the caller may see, by a code of the identity wire. `detail` is a sentence for developers and never
 * contains personal data.
 */
export class ProtocolError<Code extends string> extends CodedError<Code> {
  readonly detail: string | undefined;

  constructor(code: Code, detail?: string) {
    super(code);
    this.detail = detail;
  }
}
