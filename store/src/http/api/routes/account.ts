import * as z from 'zod';
import { AccountPage, AccountView, WaysView } from '../account-views.ts';
import { ChangeLocale } from '../requests.ts';
import { body, describeRoute, failures, json } from './describe.ts';

const tags = ['account'];
const accountAnswer = { 200: json(z.object({ account: AccountView }), 'The account as it is now.'), ...failures };

export const account = {
  show: describeRoute({
    method: 'get',
    path: '/account',
    tags,
    summary: 'The signed-in account and its sessions',
    responses: { 200: json(AccountPage, 'Sessions: the last used first.'), ...failures },
  }),
  signOutEverywhere: describeRoute({
    method: 'post',
    path: '/account/sign-out-everywhere',
    tags,
    summary: 'End every session of the account, this one included',
    responses: { 200: json(WaysView, 'Done; these ways to sign in remain.'), ...failures },
  }),
  export: describeRoute({
    method: 'get',
    path: '/account/export',
    tags,
    summary: 'All stored data of the account, as a file; needs a recent sign-in',
    responses: {
      200: json(z.object({}).loose(), 'Account, orders, eSIMs, consents, tickets and the log of security events.'),
      ...failures,
    },
  }),
  recoveryCodes: describeRoute({
    method: 'post',
    path: '/account/recovery-codes',
    tags,
    summary: 'Replace the recovery codes by ten new ones; needs a recent sign-in and a second factor',
    responses: {
      201: json(z.object({ codes: z.array(z.string()) }), 'They are shown this once. Each works once.'),
      ...failures,
    },
  }),
  clearPhoto: describeRoute({
    method: 'delete',
    path: '/account/photo',
    tags,
    summary: 'Remove the photo',
    responses: accountAnswer,
  }),
  changeLocale: describeRoute({
    method: 'put',
    path: '/account/locale',
    tags,
    summary: 'The language of our mails',
    request: body(ChangeLocale),
    responses: accountAnswer,
  }),
  /** Where Google stores the identities. */
  remove: describeRoute({
    method: 'delete',
    path: '/account',
    tags: ['account'],
    summary: 'Delete the stored data of the account; needs a recent sign-in',
    responses: { 204: { description: 'Deleted. Google deletes the identity itself.' }, ...failures },
  }),
};
