import { useEffect, useRef, useState } from 'react';
import type { FoundDevice } from '../../../shared/devices/device-finder.ts';
import type { DeviceIndex } from '../../../shared/devices/types.ts';
import { paths } from '../../../shared/paths.ts';
import { callApi } from '../../api.ts';

/** What was found, and the day of the wholesaler's list that was searched with our own data. */
export type FoundModel = { found: FoundDevice; listedAt: string | null };

export type FindModel = (query: string) => FoundModel;

let loading: Promise<FindModel> | undefined;

/** The search and its index, loaded once for all visits of the page. A failure is tried again at the next reach for the field. */
export function loadDeviceFinder(): Promise<FindModel> {
  loading ??= Promise.all([
    import('../../../shared/devices/device-finder.ts'),
    callApi<DeviceIndex>(paths.api.devices()),
  ]).then(([{ createDeviceFinder }, index]) => {
    const { find } = createDeviceFinder(index);
    return (query) => ({ found: find(query), listedAt: index.listedAt });
  });
  loading.catch(() => {
    loading = undefined;
  });
  return loading;
}

/** The search while typing; undefined until it is loaded. `prepare`: call it when somebody reaches for the field. */
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
