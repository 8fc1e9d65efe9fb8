import styles from './segments.module.css';

interface Segment<Value extends string> {
  value: Value;
  label: string;
  /** When the name must say more than the label has room for. */
  name?: string;
}

interface SegmentsProps<Value extends string> {
  /** What is chosen here. */
  label: string;
  options: readonly Segment<Value>[];
  value: Value;
  onChange: (value: Value) => void;
  size?: 'small' | 'normal';
}

/** One of a few, all in view: a row of buttons of which one is pressed. */
export function Segments<Value extends string>(props: SegmentsProps<Value>) {
  const { label, options, value, onChange, size = 'normal' } = props;
  return (
    <div className={styles.segments} data-size={size} role="group" aria-label={label}>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          aria-label={option.name}
          aria-pressed={option.value === value}
          onClick={() => {
            if (option.value !== value) onChange(option.value);
          }}
        >
          {option.label}
        </button>
      ))}
    </div>
  );
}
