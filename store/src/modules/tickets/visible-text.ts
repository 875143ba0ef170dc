/** The line of mail readers before a quote, on one to three lines: "On … wrote:", "Le … a écrit :". */
const ATTRIBUTION =
  /^(on|le|am|el|il|em|op)\b[^]{4,300}\b(wrote|a écrit|schrieb|escribió|ha scritto|escreveu|schreef)\s*[^\n]{0,120}:$/i;
const ATTRIBUTION_START = /^(on|le|am|el|il|em|op)\b/i;
const ATTRIBUTION_LINES = 3;

/** "-----Original Message-----", "---- Message d’origine ----". */
const RULE =
  /^[-_]{2,40}\s*(original message|forwarded message|message d['’]origine|message original|message transféré|ursprüngliche nachricht)\s*[-_]{2,40}$/i;

/** Outlook's block of headers: "From: …" or "De : …", followed by "Sent:" or "Envoyé :". */
const HEADER_FROM = /^\*?(from|de|von)\s?:\*?\s/i;
const HEADER_SENT = /^\*?(sent|date|envoyé|gesendet)\s?:\*?\s/i;

/** Outlook's line above them. */
const LINE = /^_{10,}$/;

/** RFC 3676, 4.3. */
const SIGNATURE = /^-- ?$/;

/**
 * The text of a mail without the quoted mail and without the signature. Returns the whole text when nothing would be
 * left. For display only: the whole text is stored.
 */
export function visibleText(text: string): string {
  const lines = text.split('\n').map((line) => line.trimEnd());
  // A quote with own text below one of its lines is an inline answer: nothing of it is cut.
  const lastOwn = lines.findLastIndex((line) => !isQuoted(line));
  const answeredUntil = lines.findLastIndex((line, at) => at < lastOwn && line.startsWith('>'));
  let end = lines.findIndex((_, at) => isEnd(lines, at) || (at > answeredUntil && isAttribution(lines, at)));
  if (end === -1) end = lines.length;
  while (end > 0 && (isQuoted(lines[end - 1]!) || LINE.test(lines[end - 1]!))) end -= 1;
  const visible = lines.slice(0, end).join('\n').trim();
  return visible === '' ? text.trim() : visible;
}

/** True where quoted text or a signature begins. */
function isEnd(lines: readonly string[], at: number): boolean {
  const line = lines[at]!;
  if (RULE.test(line) || SIGNATURE.test(line)) return true;
  return HEADER_FROM.test(line) && lines.slice(at + 1, at + 4).some((each) => HEADER_SENT.test(each));
}

function isAttribution(lines: readonly string[], at: number): boolean {
  if (!ATTRIBUTION_START.test(lines[at]!)) return false;
  const candidates = Array.from({ length: ATTRIBUTION_LINES }, (_, more) => lines.slice(at, at + more + 1).join(' '));
  return candidates.some((candidate) => ATTRIBUTION.test(candidate.trim()));
}

const isQuoted = (line: string) => line === '' || line.startsWith('>');
