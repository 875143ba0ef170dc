import type { ErrorInfo } from './error-info.ts';
import { CodedError } from './errors.ts';

/**
 * An error that the caller may see, by a code of the identity wire. `detail` is a sentence for developers and never
 * contains personal data; `info` is what a program reads in its place.
 */
export class ProtocolError<Code extends string = string> extends CodedError<Code> {
  readonly protocol = 'identity';
  readonly detail: string | undefined;
  readonly info: ErrorInfo | undefined;

  constructor(code: Code, detail?: string, info?: ErrorInfo) {
    super(code);
    this.detail = detail;
    this.info = info;
  }
}

/** Checks by shape, not by `instanceof`: the error may come from another copy of this file. */
export const isProtocolError = (error: unknown): error is ProtocolError =>
  error instanceof Error && 'protocol' in error && error.protocol === 'identity';
