/** What the service worker keeps: the offline document with its font and icon, and the public help. Nothing of a person. */
export const SHELL_PREFIX = 'cairn-shell-';

/** The document that stands in for every page which can't be reached. */
export const OFFLINE_DOCUMENT = '/offline';

/** Addresses whose navigation is left to the browser: interfaces, and the window of a sign-in provider. */
const LEFT_ALONE = /^\/(?:api|identity|oauth|webhooks|assets|_sandbox)\//;

/** After so long without a first byte, the network counts as away: airports have such. */
export const PATIENCE_MS = 10_000;

type Asked = { method: string; mode: string; url: string };

/** Whether the worker answers this request when the network does not. */
export function isPage({ method, mode, url }: Asked): boolean {
  return method === 'GET' && mode === 'navigate' && !LEFT_ALONE.test(new URL(url).pathname);
}

type Ports = {
  /** The page from the network. */
  network: () => Promise<Response>;
  /** The kept document. */
  kept: () => Promise<Response | undefined>;
  /** Resolves when the network has had its time. */
  patience: () => Promise<void>;
};

/**
 * The page from the network, whatever it says. Only when the network fails, or is silent for too long, the offline document; and
 * when that is missing or can't be read, the network's own failure, as if there were no worker.
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
