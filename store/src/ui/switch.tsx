import type { ButtonHTMLAttributes } from 'react';

type SwitchProps = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'type' | 'role' | 'onChange'> & {
  /** The accessible name: what is on or off. */
  label: string;
  on: boolean;
  onChange: (on: boolean) => void;
};

/** A switch whose change counts at once. Its visible label is beside it. */
export function Switch({ label, on, onChange, ...button }: SwitchProps) {
  return (
    <button
      type="button"
      role="switch"
      className="switch"
      aria-checked={on}
      aria-label={label}
      onClick={() => onChange(!on)}
      {...button}
    >
      <span className="switch__track" />
    </button>
  );
}
