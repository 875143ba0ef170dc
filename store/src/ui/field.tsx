import { type ComponentProps, type ReactNode, useId, useState } from 'react';
import { IconButton } from './button.tsx';
import { classNames } from './class-names.ts';
import { ErrorIcon, EyeIcon, EyeOffIcon } from './icons.tsx';

type Described = {
  label: string;
  /** A sentence or a list under the field; part of its description. */
  hint?: ReactNode;
  /** The error, as a sentence: red border, icon, `aria-invalid`, part of the description. */
  error?: string;
  /** Instead of `error`: the id of the alert elsewhere that says what is wrong with the value. */
  alertId?: string;
  /** Directly under the control, such as a suggestion. */
  below?: ReactNode;
};

type FieldProps = Omit<ComponentProps<'input'>, 'size'> &
  Described & {
    /** Before the input. */
    icon?: ReactNode;
    /** After the input, such as a button. */
    trailing?: ReactNode;
  };

/** A labelled text input. The label is always visible; everything else goes to the `input`. */
export function Field({
  label,
  hint,
  error,
  alertId,
  below,
  icon,
  trailing,
  id,
  disabled,
  className,
  ...input
}: FieldProps) {
  return (
    <FieldFrame {...{ label, hint, error, alertId, below, id, disabled, className }}>
      {(control) => (
        <>
          {icon}
          <input {...control} disabled={disabled} {...input} />
          {trailing}
        </>
      )}
    </FieldFrame>
  );
}

/** A labelled text of several lines. */
export function TextArea({ label, hint, error, id, className, ...textarea }: ComponentProps<'textarea'> & Described) {
  return (
    <FieldFrame {...{ label, hint, error, id, className }}>
      {(control) => <textarea {...control} {...textarea} />}
    </FieldFrame>
  );
}

/** A labelled native select of a form; `children` are its options. */
export function SelectField({ label, hint, error, id, className, ...select }: ComponentProps<'select'> & Described) {
  return (
    <FieldFrame {...{ label, hint, error, id, className }}>
      {(control) => <select {...control} {...select} />}
    </FieldFrame>
  );
}

type Control = { id: string; 'aria-invalid': true | undefined; 'aria-describedby': string | undefined };

/** Label, hint and error of a control, with their ARIA references. */
function FieldFrame({
  label,
  hint,
  error,
  alertId,
  below,
  id,
  disabled,
  className,
  children,
}: Described & { id?: string; disabled?: boolean; className?: string; children: (control: Control) => ReactNode }) {
  const ownId = useId();
  const inputId = id ?? ownId;
  const isWrong = error !== undefined || alertId !== undefined;
  const described = classNames(
    hint !== undefined && `${inputId}-hint`,
    error !== undefined && `${inputId}-error`,
    alertId,
  );
  return (
    <div className={classNames('field', className)}>
      <label htmlFor={inputId}>{label}</label>
      <div className={classNames('input', isWrong && 'is-error', disabled && 'is-disabled')}>
        {children({
          id: inputId,
          'aria-invalid': isWrong || undefined,
          'aria-describedby': described || undefined,
        })}
      </div>
      {below}
      {hint !== undefined && (
        <div className="hint" id={`${inputId}-hint`}>
          {hint}
        </div>
      )}
      {error !== undefined && (
        <p className="error" id={`${inputId}-error`}>
          <ErrorIcon size={16} />
          {error}
        </p>
      )}
    </div>
  );
}

/**
 * A password input with a visibility button: `showLabel` ("Show password") and `hideLabel` are its names, with
 * `aria-pressed`.
 */
export function PasswordField({
  showLabel,
  hideLabel,
  ...field
}: Omit<FieldProps, 'type' | 'trailing'> & { showLabel: string; hideLabel: string }) {
  const [shown, setShown] = useState(false);
  return (
    <Field
      {...field}
      type={shown ? 'text' : 'password'}
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      trailing={
        <IconButton
          label={shown ? hideLabel : showLabel}
          aria-pressed={shown}
          disabled={field.disabled}
          onClick={() => setShown(!shown)}
        >
          {shown ? <EyeOffIcon /> : <EyeIcon />}
        </IconButton>
      }
    />
  );
}
