/**
 * The outcome of a due mail. `pointless`: no longer relevant, so nothing was sent. `not-allowed`: to an address that this
 * store may not write to.
 */
export type MailOutcome = 'sent' | 'refused' | 'not-allowed' | 'temporary' | 'not-rendered' | 'pointless';

/** `cells` is the work that was counted (`modules/trip/meter.ts`), in this process' own thread or in another. */
export type PlannedTrip = { where: 'inline' | 'thread'; outcome: 'planned' | 'too-large' | 'busy'; cells: number };

/**
 * How the turn of a source in a delivery ended. `delivered`, `refused`, `unknown` and `not-sent` are outcomes of a call;
 * `held`: no call, because of its price; `moved-on`: the next source has its turn.
 */
export const TURN_OUTCOMES = ['delivered', 'refused', 'unknown', 'not-sent', 'held', 'moved-on'] as const;
export type TurnOutcome = (typeof TURN_OUTCOMES)[number];

/** Telemetry of the store's parts. Names come from fixed lists: never an id, an address or caller input. */
export type Telemetry = {
  /** True when tracing is enabled: extra reads that link requests of one order into a trace happen only then. */
  isTracing: boolean;
  /** Runs a job of the queue, in the trace of its caller. */
  job<T>(task: string, work: () => Promise<T>, traceparent?: string): Promise<T>;
  /** Runs a call to a vendor; `operation` is the name of the port's function. */
  vendorCall<T>(vendor: string, operation: string, work: () => Promise<T>): Promise<T>;
  /** Runs work in an earlier trace, for example the webhook of a payment in that of its order. */
  continueTrace<T>(name: string, traceparent: string | undefined, work: () => Promise<T>): Promise<T>;
  mail(kind: string, outcome: MailOutcome): void;
  limitRefused(limit: string): void;
  /** A trip was planned, or refused; what was counted for it. */
  tripPlanned(trip: PlannedTrip): void;
  /** The clocks of process and database were compared. */
  clocks(reading: { offsetSeconds: number; jumps: readonly { of: 'process' | 'database' }[] }): void;
  /** An eSIM was delivered; the time since the payment, in seconds. */
  delivered(secondsSincePaid: number): void;
  /** A card or a network says another country than the order that was paid. */
  countryContradicted(): void;
  /** The turn of a source of this wholesaler ended. */
  wholesaleTurn(wholesaler: string, outcome: TurnOutcome): void;
};

/** Reports nothing: the default. */
export const SILENT: Telemetry = {
  isTracing: false,
  job: (_task, work) => work(),
  vendorCall: (_vendor, _operation, work) => work(),
  continueTrace: (_name, _traceparent, work) => work(),
  mail: () => undefined,
  limitRefused: () => undefined,
  tripPlanned: () => undefined,
  delivered: () => undefined,
  countryContradicted: () => undefined,
  wholesaleTurn: () => undefined,
  clocks: () => undefined,
};
