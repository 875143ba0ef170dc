import { expect, it } from 'vitest';
import { mailboxOf } from './email.ts';

it('a mailbox is the address without what follows a plus sign', () => {
  const cases: [string, string][] = [
    [' Ana+Trip+2@Example.COM ', 'ana@example.com'],
    ['ana@example.com', 'ana@example.com'],
    ['+ana@example.com', '+ana@example.com'],
    ['ana@exa+mple.com', 'ana@exa+mple.com'],
  ];
  for (const [email, mailbox] of cases) expect(mailboxOf(email), email).toBe(mailbox);
});
