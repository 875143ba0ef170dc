import { CDN_CACHE_CONTROL, type CopyKey } from '../../shared/copies.ts';
import type { LanguageSource } from './language.ts';

type Headers = Record<string, string>;

export type CopyHeaders = ReturnType<typeof createCopyHeaders>;

/**
 * The headers by which a CDN may keep an answer, and by which it finds the copy to purge. Without a configured CDN there
 * are none: a cache that is not known must not keep what no purge reaches.
 */
export function createCopyHeaders({ cdn }: { cdn: object | undefined }) {
  /** Of an answer that is the same bytes for every caller of its address. */
  function sameForAll(key: CopyKey): Headers {
    if (cdn === undefined) return {};
    const keys = key === 'store' ? ['store'] : ['store', key];
    return {
      'CDN-Cache-Control': CDN_CACHE_CONTROL,
      // Two names for one list: each hosted CDN reads one of them.
      'Surrogate-Key': keys.join(' '),
      'Cache-Tag': keys.join(','),
    };
  }

  return {
    sameForAll,
    /**
     * Of an answer in the language of the request. One that cookie and browser have chosen may not be kept: its copies
     * would be as many as cookies, or in a wrong language where a CDN ignores Vary.
     */
    inLanguage(key: CopyKey, source: LanguageSource): Headers {
      if (source === 'reader') return { Vary: 'Cookie, Accept-Language, X-Locale' };
      return source === 'address' ? sameForAll(key) : { ...sameForAll(key), Vary: 'X-Locale' };
    },
  };
}
