import type { ReactNode, SubmitEvent } from 'react';
import { useState } from 'react';
import type { Slot, SlotValues } from '../../core/navigator/skill/skill.ts';
import { message } from '../../messages/message.ts';
import { Button } from '../components/buttons.tsx';
import { SelectField, TextField } from '../components/fields.tsx';
import styles from './slot-form.module.css';

interface SlotFormProps {
  slots: readonly Slot[];
  /** Known already. */
  values: SlotValues;
  submitLabel: string;
  disabled?: boolean;
  onSubmit: (values: SlotValues) => void;
  children?: ReactNode;
}

const INPUT_TYPES = { text: 'text', number: 'number', date: 'date', secret: 'password' } as const;

/** Asks for the values of a skill's slots. */
export function SlotForm(props: SlotFormProps) {
  const { slots, submitLabel, disabled = false, onSubmit, children } = props;
  const [values, setValues] = useState<SlotValues>(() =>
    Object.fromEntries(
      slots.map(({ name, byDefault }) => [name, props.values[name] ?? byDefault ?? '']),
    ),
  );
  const [isTried, setTried] = useState(false);
  const missing = slots.filter(({ name }) => (values[name] ?? '') === '');
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    setTried(true);
    if (missing.length === 0) onSubmit(values);
  };
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      {slots.map((slot) => {
        const { name, label } = slot;
        const value = values[name] ?? '';
        const problem = isTried && value === '' ? message('skillsValueMissing') : null;
        const shared = {
          ...{ label, value, problem },
          onChange: (next: string) => setValues({ ...values, [name]: next }),
        };
        return slot.type === 'choice' ? (
          <SelectField
            key={name}
            {...shared}
            options={slot.options.map((option) => ({ value: option, label: option }))}
          />
        ) : (
          <TextField key={name} {...shared} disabled={disabled} type={INPUT_TYPES[slot.type]} />
        );
      })}
      <div className={styles.actions}>
        <Button submits variant="primary" disabled={disabled}>
          {submitLabel}
        </Button>
        {children}
      </div>
    </form>
  );
}
