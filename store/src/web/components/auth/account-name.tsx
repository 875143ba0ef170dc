/** The account's address, hidden, for password managers: without it they do not know which account a password belongs to. */
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
