import { useState } from 'react';

/** What the reader looks for: at first what the address asked for, then what is typed. */
export function useQuery(asked: string) {
  const [known, setKnown] = useState(asked);
  const [query, setQuery] = useState(asked);
  // Another address, such as by the Back button, asks for something else.
  if (known !== asked) {
    setKnown(asked);
    setQuery(asked);
  }
  return [query, setQuery] as const;
}
