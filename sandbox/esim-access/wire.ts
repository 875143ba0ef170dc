import type { Context } from 'hono';
import type { Fault } from '../kit/control.ts';
import type { SandboxEnv } from '../kit/serve.ts';

export type Ctx = Context<SandboxEnv>;

/** The vendor's error codes that the sandbox answers, with the vendor's messages. */
const MESSAGES = {
  '000001': 'Server error',
  '000101': 'Request header (mandatory) is null',
  '000102': 'Wrong request header format',
  '000103': 'This https request method (get/post ) is not supported',
  '000104': 'Request in invalid JSON format',
  '000105': 'Request parameters (mandatory) are not contained',
  '000106': 'Request parameter (mandatory) is null',
  '000107': 'The length of the request parameter does not meet the requirement.',
  '101001': 'The timestamp of the request has expired.',
  '101003': 'Request signature mismatch.',
  '200002': 'This operation is not allowed due to the order status.',
  '200005': 'Package price error. Check price.',
  '200006': 'Total order price amount is wrong. Check prices.',
  '200007': 'Insufficient account balance',
  '200008': 'Order parameters error, please contact customer service.',
  '200010': 'Profile is being downloaded for the order.',
  '310211': 'The data_plan_location.id does not exist.',
  '310241': 'The packageCode does not exist.',
  '310243': 'The package does not exist.',
  '310272': 'The orderNo does not exist.',
  '310403': 'The ICCID does not exist in the order.',
  '900001': 'The system is busy, please try again later.',
};

export type ErrorCode = keyof typeof MESSAGES;

/** A refusal of the vendor. `refusal` of a call's handler becomes its answer. */
export class Refusal extends Error {
  readonly errorCode: ErrorCode;
  constructor(errorCode: ErrorCode, message: string = MESSAGES[errorCode]) {
    super(message);
    this.errorCode = errorCode;
  }
}

export const refused = (code: ErrorCode, errorMsg: string = MESSAGES[code]) => ({
  success: false,
  errorCode: code,
  errorMsg,
  obj: null,
});

/** The answer of most calls. Those of packages, orders and top-ups have a null `errorCode` instead of "0". */
export const success = (obj: unknown, errorCode: '0' | null = '0') => ({
  success: true,
  errorCode,
  errorMsg: null,
  obj,
});

/** A failure requested by the control plane, in the vendor's format unless it has a body. */
export const failed = (c: Ctx, { status, body }: Fault) =>
  c.json(body ?? refused(status === 429 ? '900001' : '000001'), status as 503);

export type Fields = Record<string, unknown>;

/** The fields of a JSON body; an empty body has none. */
export function fieldsIn(text: string): Fields {
  if (text.trim() === '') return {};
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new Refusal('000104');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Refusal('000104');
  return { ...value };
}

/** A text field that may be missing, null or empty. */
export function optionalText(fields: Fields, name: string): string | undefined {
  const value = fields[name];
  if (value === undefined || value === null || value === '') return undefined;
  if (typeof value !== 'string') throw new Refusal('000107');
  return value;
}

/** A text field that must be given, of at most `most` characters. */
export function requiredText(fields: Fields, name: string, most = 100): string {
  if (!(name in fields)) throw new Refusal('000105');
  const value = optionalText(fields, name);
  if (value === undefined) throw new Refusal('000106');
  if (value.length > most) throw new Refusal('000107');
  return value;
}

/** The vendor's time: `2023-12-01T18:34:17+0000`. */
export const vendorTime = (date: Date) => `${date.toISOString().slice(0, 19)}+0000`;

/** A time in ISO form, with or without seconds, with the zone as `Z`, `+00:00` or `+0000`. */
export function timeIn(text: string): Date {
  const date = new Date(text.replace(/([+-]\d{2})(\d{2})$/, '$1:$2'));
  if (Number.isNaN(date.getTime())) throw new Refusal('000107');
  return date;
}

/** `2311301834` of a time, the first digits of the vendor's numbers. */
export const numberPrefix = (date: Date) => date.toISOString().replaceAll(/\D/g, '').slice(2, 12);
