import { settledSession } from './session.ts';

/**
 * Fetches one of our own addresses, as whoever is signed in (a Bearer token), else as a guest with the browser's cookies.
 * A token that the server refuses is renewed once.
 */
export async function authedFetch(path: `/${string}`, init: RequestInit = {}): Promise<Response> {
  const session = await settledSession();
  if (session.status !== 'signed-in') return fetch(path, init);
  const answer = await fetch(path, withToken(init, await session.getToken()));
  if (answer.status !== 401) return answer;
  return fetch(path, withToken(init, await session.getToken(true)));
}

function withToken(init: RequestInit, token: string): RequestInit {
  const headers = new Headers(init.headers);
  headers.set('Authorization', `Bearer ${token}`);
  return { ...init, headers };
}
