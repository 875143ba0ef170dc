import { type FocusEvent, useId } from 'react';
import { classNames } from '../../../ui/class-names.ts';
import { ErrorIcon } from '../../../ui/icons.tsx';

export const CODE_LENGTH = 6;

/** Six visible boxes over one field, which accepts a pasted code and a phone's autofill from a text. */
export function CodeField({
  label,
  value,
  disabled = false,
  error,
  onChange,
}: {
  label: string;
  value: string;
  disabled?: boolean;
  error?: string | undefined;
  /** Digits only. */
  onChange: (code: string) => void;
}) {
  const id = useId();
  // Keeps the caret after the last digit, where the next box is marked.
  const toEnd = ({ target }: FocusEvent<HTMLInputElement>) => target.setSelectionRange(value.length, value.length);
  return (
    <div className="field">
      <label className="sr" htmlFor={id}>
        {label}
      </label>
      <div className={classNames('code-field', error !== undefined && 'is-error')}>
        <input
          id={id}
          name="code"
          type="text"
          inputMode="numeric"
          autoComplete="one-time-code"
          autoFocus
          required
          maxLength={CODE_LENGTH * 2}
          value={value}
          disabled={disabled}
          aria-invalid={error !== undefined || undefined}
          aria-describedby={error === undefined ? undefined : `${id}-error`}
          onFocus={toEnd}
          onChange={(event) => onChange(event.target.value.replaceAll(/\D/g, '').slice(0, CODE_LENGTH))}
        />
        <div className="code-boxes" aria-hidden="true">
          {Array.from({ length: CODE_LENGTH }, (_, at) => (
            <span
              key={at}
              className={classNames('code-box', at === Math.min(value.length, CODE_LENGTH - 1) && 'is-next')}
            >
              {value[at]}
            </span>
          ))}
        </div>
      </div>
      {error !== undefined && (
        <p className="error" id={`${id}-error`}>
          <ErrorIcon size={16} />
          {error}
        </p>
      )}
    </div>
  );
}
