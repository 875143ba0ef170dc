const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' };

/** A text as content or attribute of XML; control characters, which XML can't hold, are left out. */
export function escapeXml(text: string): string {
  return text.replace(/\p{Cc}/gu, '').replace(/[&<>"']/g, (sign) => ENTITIES[sign]!);
}
