const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' };

/** Escapes text for content or attributes of XML; control characters, which XML does not allow, are removed. */
export function escapeXml(text: string): string {
  return text.replace(/\p{Cc}/gu, '').replace(/[&<>"']/g, (sign) => ENTITIES[sign]!);
}
