type Thing = { '@type': string; [property: string]: unknown };

/** Structured data for search engines (schema.org). Browsers do not execute it, so the CSP need not allow it. */
export function StructuredData({ thing }: { thing: Thing }) {
  const json = JSON.stringify({ '@context': 'https://schema.org', ...thing });
  // In a script element only `<` could end the data.
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: json.replaceAll('<', '\\u003c') }} />;
}
