import { useEffect, useRef, useState } from 'react';
import type { FoundDevice } from '../../../shared/devices/device-finder.ts';
import { callApi } from '../../api.ts';

/** The result, and the date of the wholesaler's list that was searched. */
export type FoundModel = { found: FoundDevice; listedAt: string | null };

export type FindModel = (query: string) => FoundModel;

let loading: Promise<FindModel> | undefined;

/**
 * Imports the search and its index once for all visits of the page. A failure is retried at the next focus of the
 * field.
 */
export function loadDeviceFinder(): Promise<FindModel> {
  loading ??= Promise.all([import('../../../shared/devices/device-finder.ts'), callApi('get /devices')]).then(
    ([{ createDeviceFinder }, index]) => {
      const { find } = createDeviceFinder(index);
      return (query) => ({ found: find(query), listedAt: index.listedAt });
    },
  );
  loading.catch(() => {
    loading = undefined;
  });
  return loading;
}

/** The search during typing; undefined until it is loaded. `prepare`: call it when the field gets the focus. */
export function useDeviceFinder(): { find: FindModel | undefined; prepare: () => void } {
  const [find, setFind] = useState<FindModel>();
  const isMounted = useRef(true);
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);
  return {
    find,
    prepare: () =>
      void loadDeviceFinder().then(
        (loaded) => isMounted.current && setFind(() => loaded),
        () => undefined, // the form asks the server instead
      ),
  };
}
