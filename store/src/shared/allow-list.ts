import { foldEmail } from './email.ts';

/**
 * True for an address that the list names, or whose domain it names. A domain stands for itself only: `example.com`
 * does not allow `a@shop.example.com`.
 */
export function isAllowedEmail(list: readonly string[], address: string): boolean {
  const folded = foldEmail(address);
  const at = folded.lastIndexOf('@');
  return at > 0 && (list.includes(folded) || list.includes(folded.slice(at + 1)));
}
