export type ProfileState = 'released' | 'downloaded' | 'installed' | 'enabled' | 'deleted';
export type PlanState = 'not_active' | 'active' | 'finished' | 'expired';

/** Days after the order in which a profile may be installed. An ICCID is recycled only after that period. */
export const INSTALL_WINDOW_DAYS = 365;
export const TOP_UP_GRACE_DAYS = 30;

const DAY_MS = 86_400_000;

/** The plan's state at `now`: an expired validity overrides the last reported state. */
export function planStateAt({ state, expiresAt }: { state: PlanState; expiresAt: Date | null }, now: Date): PlanState {
  if (state === 'finished' || state === 'expired') return state;
  return expiresAt !== null && expiresAt.getTime() <= now.getTime() ? 'expired' : state;
}

/** True for a plan that is neither used up nor expired. */
export const isUsable = (state: PlanState) => state === 'not_active' || state === 'active';

/** When the plan ends at the latest: its end, or that of a profile which is installed on the last possible day. */
export const latestEndOf = ({ issuedAt, days, expiresAt }: { issuedAt: Date; days: number; expiresAt: Date | null }) =>
  expiresAt ?? new Date(issuedAt.getTime() + (INSTALL_WINDOW_DAYS + days) * DAY_MS);

/** When a validity of so many days began that ends then; null while it has not begun. */
export const startOf = (expiresAt: Date | null, days: number) =>
  expiresAt && new Date(expiresAt.getTime() - days * DAY_MS);

/** True once the profile is known to be on a phone. Its code works once, so mailing it again would mislead. */
export function isInstalled({ profileState }: { profileState: ProfileState }): boolean {
  return profileState === 'installed' || profileState === 'enabled' || profileState === 'deleted';
}

const STEPS: readonly ProfileState[] = ['released', 'downloaded', 'installed', 'enabled'];

/**
 * The profile's state after a report of its wholesaler (null: it reports none). It moves forward only: a profile that was
 * removed from a phone has been on one. It ends when its ICCID is recycled, not by such a report.
 */
export function profileStateAfter(known: ProfileState, reported: ProfileState | null): ProfileState {
  return reported !== null && STEPS.indexOf(reported) > STEPS.indexOf(known) && known !== 'deleted' ? reported : known;
}
