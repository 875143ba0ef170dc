export type ProfileState = 'released' | 'downloaded' | 'installed' | 'enabled' | 'deleted';
export type PlanState = 'not_active' | 'active' | 'finished' | 'expired';

/** Days after the order in which a profile may be installed. An ICCID is recycled only after that period. */
export const INSTALL_WINDOW_DAYS = 365;
export const TOP_UP_GRACE_DAYS = 30;

type Standing = { profileState: ProfileState; planState: PlanState; expiresAt: Date | null };

/** The plan's state at `now`: an expired validity overrides the last reported state. */
export function planStateAt({ planState, expiresAt }: Standing, now: Date): PlanState {
  if (planState === 'finished' || planState === 'expired') return planState;
  return expiresAt !== null && expiresAt.getTime() <= now.getTime() ? 'expired' : planState;
}

/** Active: from released to enabled, and neither used up nor expired. The only definition of it. */
export function isActive(standing: Standing, now: Date): boolean {
  const state = planStateAt(standing, now);
  return standing.profileState !== 'deleted' && state !== 'finished' && state !== 'expired';
}

/** True once the profile is known to be on a phone. Its code works once, so mailing it again would mislead. */
export function isInstalled({ profileState }: Pick<Standing, 'profileState'>): boolean {
  return profileState === 'installed' || profileState === 'enabled' || profileState === 'deleted';
}
