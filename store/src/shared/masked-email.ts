/** An address with only its first letter and its domain visible: enough for its owner to recognise it. */
export function maskedEmail(email: string): string {
  const at = email.lastIndexOf('@');
  return `${email.slice(0, 1)}•••${email.slice(at)}`;
}
