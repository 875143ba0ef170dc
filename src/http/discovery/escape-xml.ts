const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' };

/** A text as content or attribute of XML; control characters, which XML can't hold, are left out. */
export function escapeXml(text: string): string {
  // oxlint-disable-next-line no-control-regex
  return text.replace(/[\u0000-\u001F]/g, '').replace(/[&<>"']/g, (sign) => ENTITIES[sign]!);
}
