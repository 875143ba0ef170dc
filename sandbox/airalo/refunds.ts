import { invalid, type Ctx } from './wire.ts';

/** A request for a refund in the ledger. A person at the vendor decides about it, and pays it as credit. */
export type StoredRefund = { id: string; iccids: string[]; reason: string; notes: string | null; created_at: string };

const MAX_PROFILES = 5;
const MAX_NOTE = 255;
/** The vendor's reasons (2026). */
const REASONS = new Set(
  `INSTALLATION_FAILURE NO_COVERAGE APN_FAILURE TRIP_CANCELLATION INTERMITTENT_CONNECTION BLOCKED_NETWORK CHANGE_OF_PLAN
   DELETED_ESIM EARLY_EXPIRY HOTSPOT_NOT_WORKING IMSI_CHANGE INCOMPATIBLE_DEVICE LOCKED_DEVICE NO_VOICE_TEXT_SERVICES
   OVERCHARGED SLOW_SPEED TOP_UP_PACKAGE_FAILURE UNKNOWN_CHARGES WRONG_PURCHASE UNABLE_TO_ACCESS_APPS
   SERVICE_DEGRADATION QR_ISSUE_PARTNERS OTHERS`.split(/\s+/),
);

/** The parsed request of a refund, or the vendor's refusal. */
export function readRefund(
  c: Ctx,
  fields: Record<string, unknown>,
  isKnown: (iccid: string) => boolean,
): Omit<StoredRefund, 'id' | 'created_at'> | Response {
  const { iccids, reason, notes = null } = fields;
  const wrong: Record<string, string> = {};
  const listed = Array.isArray(iccids) ? iccids.filter((iccid) => typeof iccid === 'string') : [];
  if (listed.length === 0) wrong['iccids'] = 'The iccids field is required.';
  else if (listed.length > MAX_PROFILES) wrong['iccids'] = `The iccids may not have more than ${MAX_PROFILES} items.`;
  else if (!listed.every(isKnown)) wrong['iccids'] = 'The selected iccids is invalid.';
  if (typeof reason !== 'string' || !REASONS.has(reason)) wrong['reason'] = 'The selected reason is invalid.';
  if (reason === 'OTHERS' && typeof notes !== 'string') wrong['notes'] = 'The notes field is required.';
  if (typeof notes === 'string' && notes.length > MAX_NOTE)
    wrong['notes'] = `The notes may not be greater than ${MAX_NOTE} characters.`;
  if (Object.keys(wrong).length > 0) return invalid(c, wrong);
  return { iccids: listed, reason: String(reason), notes: typeof notes === 'string' ? notes : null };
}
