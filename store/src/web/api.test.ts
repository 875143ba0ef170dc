import { afterEach, expect, test, vi } from 'vitest';
import { callApi } from './api.ts';

const sent: { address: string; init: RequestInit }[] = [];

/** Answers each request with this. */
function answerWith(status: number, json?: unknown): void {
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    sent.push({ address, init });
    return new Response(json === undefined ? null : JSON.stringify(json), { status });
  });
}

afterEach(() => {
  vi.unstubAllGlobals();
  sent.length = 0;
});

const CALLER = { token: () => Promise.resolve('a token') };

test('a call goes to its route: with its parts encoded, its query and its body', async () => {
  answerWith(200, { order: { id: '1' } });
  const { order } = await callApi('post /orders/{orderId}/email', {
    params: { orderId: 'a/b' },
    body: { email: 'amara@example.com' },
    caller: CALLER,
  });
  expect(order.id).toBe('1');
  await callApi('get /esims', { query: { active: 'true', limit: 6, before: undefined } });
  expect(sent).toMatchObject([
    {
      address: '/api/orders/a%2Fb/email',
      init: {
        method: 'post',
        body: '{"email":"amara@example.com"}',
        headers: { 'content-type': 'application/json', authorization: 'Bearer a token' },
      },
    },
    { address: '/api/esims?active=true&limit=6', init: { method: 'get' } },
  ]);
  expect(sent[1]!.init.body).toBeUndefined();
});

test('an answer without a body is undefined, and a refusal has the code and the field of the answer', async () => {
  answerWith(204);
  expect(await callApi('delete /account', { caller: CALLER })).toBeUndefined();
  answerWith(400, { error: { code: 'invalid-input', field: 'email' } });
  await expect(callApi('get /account')).rejects.toMatchObject({ code: 'invalid-input', field: 'email' });
});
