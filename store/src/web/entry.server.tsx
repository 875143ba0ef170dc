import { Writable } from 'node:stream';
import { renderToPipeableStream } from 'react-dom/server';
import { type EntryContext, isRouteErrorResponse, type RouterContextProvider, ServerRouter } from 'react-router';
import { translator } from '../i18n/i18n.ts';
import { documentContext, localeContext, nonceContext, reportErrorContext, turnContext } from './context.ts';
import { NonceContext } from './nonce.ts';
import { TranslationProvider } from './translation.tsx';

/** Time-out of a rendering: nothing in it is slower than the catalogue. */
const RENDER_TIMEOUT_MS = 10_000;

export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  loadContext: RouterContextProvider,
): Promise<Response> {
  const nonce = loadContext.get(nonceContext);
  headers.set('Content-Type', 'text/html; charset=utf-8');
  const turn = loadContext.get(turnContext);
  await turn();
  return new Promise((resolve, reject) => {
    const { pipe, abort } = renderToPipeableStream(
      <NonceContext value={nonce}>
        <TranslationProvider initial={loadContext.get(localeContext)} translator={translator}>
          <ServerRouter context={routerContext} url={request.url} nonce={nonce} />
        </TranslationProvider>
      </NonceContext>,
      {
        // For React's own scripts, and for the sheets that React manages (src/web/sheets.tsx).
        ...(nonce !== undefined && { nonce: { script: nonce, style: nonce } }),
        async onAllReady() {
          // The timer references the whole rendering: left running it grows memory under load.
          clearTimeout(timer);
          // A page is written in a turn of its own, which takes a third as long as its rendering, and so is it compressed.
          await turn();
          pipe(
            collect(async (bytes) => {
              await turn();
              loadContext.get(documentContext).bytes = bytes;
              resolve(new Response(null, { status, headers }));
            }),
          );
        },
        onShellError(error: unknown) {
          clearTimeout(timer);
          reject(error);
        },
      },
    );
    const timer = setTimeout(() => abort(new Error('rendering took too long')), RENDER_TIMEOUT_MS);
  });
}

/**
 * Pages are complete without scripts, so scripts load after font, pictures and style sheets. At the same priority they
 * took bandwidth from them, and a phone on a slow network painted later (bench/lighthouse.ts).
 */
const PRELOAD = Buffer.from('<link rel="modulepreload"');
const LOW_PRIORITY = Buffer.from(' fetchpriority="low"');

/**
 * Collects the page, which is complete before its first byte is read, because streams in between cost CPU
 * (bench/pages.ts).
 */
function collect(done: (bytes: Uint8Array<ArrayBuffer>) => Promise<void>): Writable {
  const chunks: Buffer[] = [];
  return new Writable({
    highWaterMark: Number.MAX_SAFE_INTEGER,
    write(chunk: Buffer, _encoding, next) {
      chunks.push(chunk);
      next();
    },
    final(next) {
      void done(preloadLater(Buffer.concat(chunks)));
      next();
    },
  });
}

/**
 * Inserts the priority into each preload. Works on bytes, because a string would have to be decoded and encoded again.
 */
function preloadLater(page: Buffer): Uint8Array<ArrayBuffer> {
  const parts: Buffer[] = [];
  let from = 0;
  for (let at = page.indexOf(PRELOAD); at >= 0; at = page.indexOf(PRELOAD, from)) {
    const end = at + PRELOAD.length;
    parts.push(page.subarray(from, end), LOW_PRIORITY);
    from = end;
  }
  return Buffer.concat([...parts, page.subarray(from)]);
}

/** Errors go to the application's logger, which filters their content; a 404 is no error. */
export function handleError(
  error: unknown,
  { request, context }: { request: Request; context: Readonly<RouterContextProvider> },
): void {
  if (request.signal.aborted || isRouteErrorResponse(error)) return;
  context.get(reportErrorContext)(error);
}
