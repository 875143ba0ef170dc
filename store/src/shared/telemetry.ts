/** What became of a mail that was due. `pointless`: what it was about is over, and nothing was sent. */
export type MailOutcome = 'sent' | 'refused' | 'temporary' | 'not-rendered' | 'pointless';

/** What the parts of the store report about their work. Names come from fixed lists: never an id, an address or a word of a caller. */
export type Telemetry = {
  /** Does a job of the queue. */
  job<T>(task: string, work: () => Promise<T>): Promise<T>;
  /** Makes a call to a vendor; `operation` is the name of the port's function. */
  vendorCall<T>(vendor: string, operation: string, work: () => Promise<T>): Promise<T>;
  mail(kind: string, outcome: MailOutcome): void;
  limitRefused(limit: string): void;
  /** An eSIM was handed over, so long after its order was paid. */
  delivered(secondsSincePaid: number): void;
};

/** Reports to no one: the default. */
export const SILENT: Telemetry = {
  job: (_task, work) => work(),
  vendorCall: (_vendor, _operation, work) => work(),
  mail: () => undefined,
  limitRefused: () => undefined,
  delivered: () => undefined,
};
