import { useId } from 'react';

/** A native select with its label before it. */
export function Select({
  label,
  labelClass,
  name,
  value,
  options,
  onChange,
}: {
  label: string;
  labelClass?: string;
  /** For forms that are submitted. */
  name?: string;
  value: string;
  options: { value: string; label: string }[];
  onChange: (value: string) => void;
}) {
  const id = useId();
  return (
    <div className="field">
      <label className={labelClass} htmlFor={id}>
        {label}
      </label>
      <div className="input">
        <select id={id} name={name} value={value} onChange={(event) => onChange(event.target.value)}>
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      </div>
    </div>
  );
}
