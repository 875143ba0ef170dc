import type { ReactNode } from 'react';

export type RadioCard = {
  value: string;
  /** Shown but not selectable. */
  disabled?: boolean;
  /** The card's content beside the radio: two grid cells. Together they are the option's name. */
  content: ReactNode;
};

/**
 * Native radios styled as cards: arrow keys move and select. `label` names the group; controlled by `value`; `name` is
 * the form field.
 */
export function RadioCards({
  label,
  name,
  options,
  value,
  onChange,
}: {
  label: string;
  name: string;
  options: RadioCard[];
  value: string | undefined;
  onChange: (value: string) => void;
}) {
  return (
    <div className="picker" role="radiogroup" aria-label={label}>
      {options.map((option) => (
        <label className="opt" key={option.value}>
          <input
            type="radio"
            className="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            disabled={option.disabled}
            onChange={() => onChange(option.value)}
          />
          {option.content}
        </label>
      ))}
    </div>
  );
}
