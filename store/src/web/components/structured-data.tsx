type Thing = { '@type': string; [property: string]: unknown };

/** What a page is about, for search engines (schema.org). Browsers run nothing of it, so no policy has to allow it. */
export function StructuredData({ thing }: { thing: Thing }) {
  const json = JSON.stringify({ '@context': 'https://schema.org', ...thing });
  // In a script element only `<` can begin something else than data.
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: json.replaceAll('<', '\\u003c') }} />;
}
