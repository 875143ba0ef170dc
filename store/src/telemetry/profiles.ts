import { Session } from 'node:inspector/promises';

/** Kinds of profile, and the file extensions for Chrome's developer tools. */
export const PROFILES = { cpu: 'cpuprofile', heap: 'heapprofile' } as const;
export type ProfileKind = keyof typeof PROFILES;

/** Maximum duration of a profile. */
export const MAX_SECONDS = 60;

/**
 * Profiles this process for some seconds and returns JSON. `heap` samples allocation sites without any content. A heap
 * snapshot would contain every key and every address in memory, so it is not offered. `signal` ends it early.
 */
export async function takeProfile(kind: ProfileKind, seconds: number, signal: AbortSignal): Promise<string> {
  const session = new Session();
  session.connect();
  try {
    if (kind === 'cpu') {
      await session.post('Profiler.enable');
      await session.post('Profiler.start');
      await passed(seconds, signal);
      return JSON.stringify((await session.post('Profiler.stop')).profile);
    }
    await session.post('HeapProfiler.enable');
    await session.post('HeapProfiler.startSampling');
    await passed(seconds, signal);
    return JSON.stringify((await session.post('HeapProfiler.stopSampling')).profile);
  } finally {
    session.disconnect();
  }
}

function passed(seconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const timer = setTimeout(resolve, seconds * 1000);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    });
  });
}
