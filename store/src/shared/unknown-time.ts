/** Stands for a time that an import of accounts did not name: of the last sign-in, or of an enrolment. */
export const UNKNOWN_TIME = new Date(0);

export function isKnownTime(time: Date): boolean {
  return time.getTime() !== UNKNOWN_TIME.getTime();
}
