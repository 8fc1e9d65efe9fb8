import type { ComponentProps, ReactNode, SubmitEvent } from 'react';
import { useId, useRef } from 'react';
import { message } from '../../messages/message.ts';
import { Button, IconButton } from './buttons.tsx';
import styles from './fields.module.css';
import { WarningIcon } from './icons.tsx';

/** Ties a control to its label and to the sentence below it. */
interface FieldIds {
  id: string;
  'aria-describedby': string;
  'aria-invalid': boolean;
}

interface FieldProps {
  label: string;
  hint?: string | null;
  /** What is wrong with the value; replaces the hint. */
  problem?: string | null;
}

interface ValueProps<Value> extends FieldProps {
  value: Value;
  onChange: (value: Value) => void;
}

/** A labelled control with a hint, or with what is wrong. */
export function Field(props: FieldProps & { children: (ids: FieldIds) => ReactNode }) {
  const { label, hint, problem = null, children } = props;
  const id = useId();
  const noteId = `${id}-note`;
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      {children({ id, 'aria-describedby': noteId, 'aria-invalid': problem !== null })}
      <p id={noteId} className={problem === null ? styles.hint : styles.problem}>
        {problem !== null && <WarningIcon />}
        {problem ?? hint}
      </p>
    </div>
  );
}

type NativeInput = Omit<ComponentProps<'input'>, 'value' | 'onChange'>;

export function TextField(props: ValueProps<string> & NativeInput) {
  const { label, hint, problem, value, onChange, type = 'text', ...rest } = props;
  return (
    <Field label={label} hint={hint ?? null} problem={problem ?? null}>
      {(ids) => (
        <input
          autoComplete="off"
          spellCheck={false}
          {...rest}
          {...ids}
          type={type}
          value={value}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </Field>
  );
}

interface SelectFieldProps<Value extends string> extends ValueProps<Value> {
  options: readonly { value: Value; label: string }[];
}

export function SelectField<Value extends string>(props: SelectFieldProps<Value>) {
  return (
    <Field label={props.label} hint={props.hint ?? null} problem={props.problem ?? null}>
      {(ids) => <Select {...props} {...ids} />}
    </Field>
  );
}

type SelectProps<Value extends string> = Pick<
  SelectFieldProps<Value>,
  'value' | 'options' | 'onChange'
> &
  Partial<FieldIds>;

export function Select<Value extends string>(props: SelectProps<Value>) {
  const { value, options, onChange } = props;
  return (
    <select
      id={props.id}
      aria-describedby={props['aria-describedby']}
      aria-invalid={props['aria-invalid']}
      value={value}
      onChange={({ target }) => {
        const chosen = options.find((option) => option.value === target.value);
        if (chosen) onChange(chosen.value);
      }}
    >
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
  );
}

interface CheckFieldProps extends Pick<
  ComponentProps<'input'>,
  'role' | 'disabled' | 'aria-describedby'
> {
  label: ReactNode;
  checked: boolean;
  onChange: (checked: boolean) => void;
}

export function CheckField({ label, onChange, ...rest }: CheckFieldProps) {
  return (
    <label className={styles.check}>
      <input {...rest} type="checkbox" onChange={({ target }) => onChange(target.checked)} />
      <span>{label}</span>
    </label>
  );
}

/** A list with one entry per line. */
export function LinesField(props: ValueProps<string> & { rows?: number }) {
  const { label, hint, problem, rows = 3, value, onChange } = props;
  return (
    <Field label={label} hint={hint ?? null} problem={problem ?? null}>
      {(ids) => (
        <textarea
          {...ids}
          className={styles.text}
          rows={rows}
          spellCheck={false}
          value={value}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </Field>
  );
}

interface LinesFormProps {
  /** What is saved, for the button's accessible name. */
  name: string;
  isSaved: boolean;
  onSave: () => void;
  children: ReactNode;
}

/** Lists that are saved together. */
export function LinesForm({ name, isSaved, onSave, children }: LinesFormProps) {
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    onSave();
  };
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      {children}
      <p className={styles.save}>
        <Button submits aria-label={message('commonSaveNamed', name)}>
          {message('commonSave')}
        </Button>
        <span role="status">{isSaved && message('commonSaved')}</span>
      </p>
    </form>
  );
}

interface FileButtonProps {
  /** The accessible name of the file input. */
  label: string;
  title?: string;
  accept?: string;
  multiple?: boolean;
  onFiles: (files: readonly File[]) => void;
  /** Shown in place of the words. */
  icon?: ReactNode;
  children: string;
}

/** A button that asks for files. */
export function FileButton({ label, title, onFiles, icon, children, ...rest }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  const open = () => input.current?.click();
  return (
    <>
      {icon === undefined ? (
        <Button title={title} onClick={open}>
          {children}
        </Button>
      ) : (
        <IconButton icon={icon} label={children} title={title} onClick={open} />
      )}
      <input
        {...rest}
        ref={input}
        type="file"
        hidden
        aria-label={label}
        onChange={({ target }) => {
          const files = [...(target.files ?? [])];
          // Otherwise choosing the same file again would fire no event.
          target.value = '';
          onFiles(files);
        }}
      />
    </>
  );
}
