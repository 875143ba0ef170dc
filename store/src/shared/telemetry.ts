/** What became of a mail that was due. `pointless`: what it was about is over, and nothing was sent. */
export type MailOutcome = 'sent' | 'refused' | 'temporary' | 'not-rendered' | 'pointless';

/** What the parts of the store report about their work. Names come from fixed lists: never an id, an address or a word of a caller. */
export type Telemetry = {
  /** True where work is traced: what it takes to follow a story over several requests is looked up only then. */
  isTracing: boolean;
  /** Does a job of the queue, as a part of the trace in which it was asked for. */
  job<T>(task: string, work: () => Promise<T>, traceparent?: string): Promise<T>;
  /** Makes a call to a vendor; `operation` is the name of the port's function. */
  vendorCall<T>(vendor: string, operation: string, work: () => Promise<T>): Promise<T>;
  /** Does work as a part of an earlier trace, such as the webhook of a payment in that of its order. */
  continueTrace<T>(name: string, traceparent: string | undefined, work: () => Promise<T>): Promise<T>;
  mail(kind: string, outcome: MailOutcome): void;
  limitRefused(limit: string): void;
  /** An eSIM was handed over, so long after its order was paid. */
  delivered(secondsSincePaid: number): void;
};

/** Reports to no one: the default. */
export const SILENT: Telemetry = {
  isTracing: false,
  job: (_task, work) => work(),
  vendorCall: (_vendor, _operation, work) => work(),
  continueTrace: (_name, _traceparent, work) => work(),
  mail: () => undefined,
  limitRefused: () => undefined,
  delivered: () => undefined,
};
