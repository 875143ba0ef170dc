/**
 * The cache of the service worker: the offline document with its font and icon, and, where eSIMs are kept, the public
 * help. No personal data.
 */
export const SHELL_PREFIX = 'cairn-shell-';

/** The message of a page that keeps eSIMs: the worker caches the public help, and answers when that is done. */
export const KEEP_HELP = 'keep-help';

/** The document that replaces every unreachable page. */
export const OFFLINE_DOCUMENT = '/offline';

/** URLs whose navigation is left to the browser: APIs, and the window of a sign-in provider. */
const LEFT_ALONE = /^\/(?:__|api|identity|oauth|webhooks|assets|_sandbox)\//;

/** Time-out for the first byte, for example behind captive portals at airports. */
export const PATIENCE_MS = 10_000;

type Asked = { method: string; mode: string; url: string };

/** True when the worker answers this request if the network does not. */
export function isPage({ method, mode, url }: Asked): boolean {
  return method === 'GET' && mode === 'navigate' && !LEFT_ALONE.test(new URL(url).pathname);
}

type Ports = {
  /** The page from the network. */
  network: () => Promise<Response>;
  /** The cached document. */
  kept: () => Promise<Response | undefined>;
  /** Resolves after the time-out. */
  patience: () => Promise<void>;
};

/**
 * The network's answer, whatever its status. Only when the network fails or times out, the offline document. When that
 * is missing or unreadable, the network's own failure, as without a worker.
 */
export async function answerPage({ network, kept, patience }: Ports): Promise<Response> {
  const page = network();
  const document = () => kept().catch(() => undefined);
  const first = await Promise.race([
    page.then(
      (response) => ({ response }),
      (error: unknown) => ({ error }),
    ),
    patience().then(() => 'late' as const),
  ]);
  if (first === 'late') return (await document()) ?? page;
  if ('response' in first) return first.response;
  const offline = await document();
  if (offline) return offline;
  throw first.error;
}
