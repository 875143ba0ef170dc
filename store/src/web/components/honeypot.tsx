import { Field } from '../../ui/field.tsx';

type Props = { label: string; typed: string | undefined; error: string | undefined };

/** For bots. One that a browser has autofilled is shown, so that it can be emptied. */
export function Honeypot({ label, typed, error }: Props) {
  return (
    <div className={error === undefined ? 'sr' : undefined} aria-hidden={error === undefined}>
      <Field
        label={label}
        name="website"
        type="text"
        autoComplete="off"
        tabIndex={error === undefined ? -1 : undefined}
        defaultValue={typed}
        error={error}
      />
    </div>
  );
}
