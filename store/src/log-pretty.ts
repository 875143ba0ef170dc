/** A log line for a person at a terminal: `12:03:04.123 warn  a message  field=value`. Anything else is returned as it is. */
export function prettyLine(line: string): string {
  const fields = parse(line);
  if (fields === undefined) return line;
  const { level, time, msg, err, ...others } = fields;
  const clock = typeof time === 'string' ? time.slice(11, 23) : '';
  const request = msg === 'request' ? requestOf(others) : undefined;
  const rest = Object.entries(request?.rest ?? others).map(([name, value]) => `${name}=${textOf(value)}`);
  const head = [clock, nameOf(level).padEnd(5), request?.text ?? String(msg ?? ''), ...rest].join('  ');
  return `${[head, ...errorLines(err)].join('\n')}\n`;
}

function parse(line: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

/** The levels of pino. */
const LEVELS: Record<string, string> = { 10: 'trace', 20: 'debug', 30: 'info', 40: 'warn', 50: 'error', 60: 'fatal' };
const nameOf = (level: unknown) => LEVELS[String(level)] ?? String(level);

/** `GET /plans 200`, and the other fields. */
function requestOf({ method, path, status, ...rest }: Record<string, unknown>) {
  return { text: [method, path, status].map(String).join(' '), rest };
}

const textOf = (value: unknown) => (typeof value === 'string' && /^\S*$/.test(value) ? value : JSON.stringify(value));

/** What was thrown, and where. */
function errorLines(error: unknown): string[] {
  if (typeof error !== 'object' || error === null) return [];
  const { kind, code, message, at = [], cause } = error as Record<string, unknown>;
  const said = [kind, code, message].filter((part) => part !== undefined).map(String);
  const frames = Array.isArray(at) ? at.map((frame) => `      ${String(frame)}`) : [];
  return [`    ${said.join('  ')}`, ...frames, ...errorLines(cause)];
}
