/** A refusal that the caller may see, by a code of the identity wire. `detail` is a sentence for developers and never holds a person's data. */
export class Refusal<Code extends string> extends Error {
  readonly code: Code;
  readonly detail: string | undefined;

  constructor(code: Code, detail?: string) {
    super(code);
    this.code = code;
    this.detail = detail;
  }
}
