/** The account's address in a hidden field, so that password managers know the account of a password. */
export function AccountName({ email }: { email: string }) {
  return (
    <input
      className="sr"
      type="text"
      name="username"
      autoComplete="username"
      value={email}
      readOnly
      tabIndex={-1}
      aria-hidden="true"
    />
  );
}
