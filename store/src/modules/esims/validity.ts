export type ProfileState = 'released' | 'downloaded' | 'installed' | 'enabled' | 'deleted';
export type PlanState = 'not_active' | 'active' | 'finished' | 'expired';

/** How long after its order a profile may be installed, and after its end topped up; only later is an ICCID recycled. */
export const INSTALL_WINDOW_DAYS = 365;
export const TOP_UP_GRACE_DAYS = 30;

type Standing = { profileState: ProfileState; planState: PlanState; expiresAt: Date | null };

/** The plan's state as of `now`: a clock that has run out makes it expired, whatever was last reported. */
export function planStateAt({ planState, expiresAt }: Standing, now: Date): PlanState {
  if (planState === 'finished' || planState === 'expired') return planState;
  return expiresAt !== null && expiresAt.getTime() <= now.getTime() ? 'expired' : planState;
}

/** Active: released to enabled, and neither finished nor expired. The one place that decides it. */
export function isActive(standing: Standing, now: Date): boolean {
  const state = planStateAt(standing, now);
  return standing.profileState !== 'deleted' && state !== 'finished' && state !== 'expired';
}

/** True once the profile is known to be on a phone: its code works once, so mailing it again would only mislead. */
export function isInstalled({ profileState }: Pick<Standing, 'profileState'>): boolean {
  return profileState === 'installed' || profileState === 'enabled' || profileState === 'deleted';
}
