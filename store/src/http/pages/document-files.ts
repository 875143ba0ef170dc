import { type Context, Hono } from 'hono';
import type { Printed } from '../../modules/documents/documents.ts';
import type { Services } from '../../services.ts';
import { AppError, codeOf } from '../../shared/errors.ts';
import { isLocale, type Locale, LOCALES } from '../../shared/locale.ts';
import { addressIn } from '../../shared/page-address.ts';
import { paths } from '../../shared/paths.ts';
import { accountOf } from '../api/caller.ts';
import { cookieHolder, openOrder } from '../api/orders.ts';
import type { HttpEnv } from '../context.ts';
import type { CopyHeaders } from '../edge/copies.ts';

/**
 * Documents as PDF: the model form of a withdrawal, the facts of a plan, and receipts for those who may see their order. They are links that a person
 * follows, so the cookies say who asks. Another person is led to the page of the order, as with any address of one: it
 * offers a new link, and says nothing about it.
 */
export function createDocumentFiles(services: Services, copies: CopyHeaders) {
  const files = new Hono<HttpEnv>();
  files.get('/orders/:orderId/receipt.pdf', (c) => serveDocument(c, services));
  files.get('/orders/:orderId/documents/:file', (c) => {
    const id = nameIn(c);
    if (id === undefined) throw new AppError('not-found');
    return serveDocument(c, services, id);
  });
  files.get('/profile/receipts/:file', (c) => serveYear(c, services));
  files.get('/fact-sheets/:locale/:place/:file', async (c) =>
    keep(await serveFactSheet(c, services), copies.sameForAll('catalogue')),
  );
  for (const locale of LOCALES)
    files.get(addressIn(locale, paths.withdrawalFormPdf()), async (c) =>
      keep(await serveWithdrawalForm(c, services, locale), copies.sameForAll('store')),
    );
  return files;
}

async function serveDocument(c: Context<HttpEnv>, services: Services, documentId?: string) {
  c.header('Cache-Control', 'private, no-store');
  await services.limits.consume({ 'documents-per-address': c.var.clientAddress });
  try {
    const { order } = await openOrder(c, services);
    const printed = await services.showDocuments.print(order, documentId);
    if (printed === null) throw new AppError('not-found');
    return answer(c, printed);
  } catch (error) {
    if (codeOf(error) !== 'not-found') throw error;
    return c.redirect(paths.order(c.req.param('orderId') ?? ''), 303);
  }
}

async function serveYear(c: Context<HttpEnv>, services: Services) {
  c.header('Cache-Control', 'private, no-store');
  const year = /^\d{4}$/.exec(nameIn(c) ?? '')?.[0];
  if (year === undefined) throw new AppError('not-found');
  const account = (await accountOf(c, services)) ?? (await cookieHolder(c, services));
  if (account === null) return c.redirect(paths.receipts(Number(year)), 303);
  await services.limits.consume({
    'documents-per-address': c.var.clientAddress,
    'receipt-years-per-account': account.accountId,
  });
  const printed = await services.showDocuments.printYear(account, Number(year), c.var.locale);
  if (printed === null) throw new AppError('not-found');
  return answer(c, printed);
}

/** The same for everyone, and for some hours: the page of the plan is what counts. */
async function serveFactSheet(c: Context<HttpEnv>, { factSheet, limits }: Services) {
  const [locale, planId] = [c.req.param('locale'), nameIn(c)];
  if (!isLocale(locale) || planId === undefined) throw new AppError('not-found');
  await limits.consume({ 'documents-per-address': c.var.clientAddress });
  const printed = await factSheet({ locale, planId, place: c.req.param('place') ?? '' });
  if (printed === null) throw new AppError('not-found');
  return answer(c, printed);
}

async function serveWithdrawalForm(c: Context<HttpEnv>, { documentPrinter, limits }: Services, locale: Locale) {
  await limits.consume({ 'documents-per-address': c.var.clientAddress });
  return answer(c, await documentPrinter.printWithdrawalForm(locale));
}

/** For every reader, for an hour. */
function keep(file: Response, headers: Record<string, string>): Response {
  for (const [name, value] of Object.entries({ 'Cache-Control': 'public, max-age=3600', ...headers }))
    file.headers.set(name, value);
  return file;
}

/** The name of the file without its ending; undefined for another ending. */
const nameIn = (c: Context<HttpEnv>): string | undefined => /^([\w-]{1,64})\.pdf$/.exec(c.req.param('file') ?? '')?.[1];

/** Shown in the browser; saved, it has the name of the document. */
const answer = (c: Context<HttpEnv>, { bytes, fileName }: Printed) =>
  c.body(new Uint8Array(bytes), 200, {
    'Content-Type': 'application/pdf',
    'Content-Disposition': `inline; filename="${fileName}"`,
    'X-Content-Type-Options': 'nosniff',
  });
