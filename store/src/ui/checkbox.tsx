import { type InputHTMLAttributes, type ReactNode, useId } from 'react';
import { ErrorIcon } from './icons.tsx';

type CheckboxProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'type'> & {
  label: ReactNode;
  /** The error, as a sentence under the box. */
  error?: string;
};

/** A native checkbox with its label; the whole line is the target. */
export function Checkbox({ label, error, ...input }: CheckboxProps) {
  const errorId = useId();
  return (
    <div className="stack gap-1.5">
      <label className="check">
        <input
          type="checkbox"
          className="box"
          aria-invalid={error !== undefined || undefined}
          aria-describedby={error === undefined ? undefined : errorId}
          {...input}
        />
        <span>{label}</span>
      </label>
      {error !== undefined && (
        <p className="error" id={errorId}>
          <ErrorIcon size={16} />
          {error}
        </p>
      )}
    </div>
  );
}
