import * as z from 'zod';
import { AccountDocuments, DocumentView } from '../../../shared/document-view.ts';
import { PutBilling } from '../requests.ts';
import { body, describeRoute, failures, json } from './describe.ts';

const tags = ['documents'];

export const documents = {
  ofOrder: describeRoute({
    method: 'get',
    path: '/orders/{orderId}/documents',
    tags,
    summary:
      'The receipt and the credit notes of an order, oldest first; the files are at /orders/{orderId}/documents/{id}.pdf',
    request: { params: z.object({ orderId: z.string() }) },
    responses: { 200: json(z.object({ documents: z.array(DocumentView) }), 'The documents.'), ...failures },
  }),
  ofAccount: describeRoute({
    method: 'get',
    path: '/account/documents',
    tags,
    summary: 'The receipts and credit notes of the account in a year, newest first; without a year in the newest',
    request: { query: z.object({ year: z.coerce.number().int().min(2000).max(9999).optional() }) },
    responses: { 200: json(AccountDocuments, 'The documents, and what is on the next receipts.'), ...failures },
  }),
  putBilling: describeRoute({
    method: 'put',
    path: '/account/billing',
    tags,
    summary: 'Set what is on the next receipts of the account; those that were issued stay as they are',
    request: body(PutBilling),
    responses: { 200: json(AccountDocuments.shape.billing, 'As it is stored.'), ...failures },
  }),
};
