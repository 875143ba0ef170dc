import { useState } from 'react';

/** The reader's query: initially that of the URL, then the input. */
export function useQuery(asked: string) {
  const [known, setKnown] = useState(asked);
  const [query, setQuery] = useState(asked);
  // Another URL, for example after Back, has another query.
  if (known !== asked) {
    setKnown(asked);
    setQuery(asked);
  }
  return [query, setQuery] as const;
}
