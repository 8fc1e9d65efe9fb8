import type { ComponentProps, ReactNode, SubmitEvent } from 'react';
import { useId, useRef, useState } from 'react';
import type { MessageName } from '../../messages/message.ts';
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
  hint?: string | null | undefined;
  /** What is wrong with the value; replaces the hint. */
  problem?: string | null | undefined;
  /** `status` announces the problem when it appears. */
  noteRole?: 'status' | undefined;
}

interface ValueProps<Value> extends FieldProps {
  value: Value;
  onChange: (value: Value) => void;
}

/** A labelled control with a hint, or with what is wrong. */
export function Field(props: FieldProps & { children: (ids: FieldIds) => ReactNode }) {
  const { label, hint, problem = null, noteRole, children } = props;
  const id = useId();
  const noteId = `${id}-note`;
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      {children({ id, 'aria-describedby': noteId, 'aria-invalid': problem !== null })}
      <p id={noteId} role={noteRole} className={problem === null ? styles.hint : styles.problem}>
        {problem !== null && <WarningIcon />}
        {problem ?? hint}
      </p>
    </div>
  );
}

type NativeInput = Omit<ComponentProps<'input'>, 'value' | 'onChange'>;

export function TextField(props: ValueProps<string> & NativeInput) {
  const { label, hint, problem, noteRole, onChange, ...rest } = props;
  return (
    <Field {...{ label, hint, problem, noteRole }}>
      {(ids) => (
        <input
          autoComplete="off"
          spellCheck={false}
          {...rest}
          {...ids}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </Field>
  );
}

interface SavedFieldProps extends FieldProps {
  value: string;
  placeholder?: string;
  isLong?: boolean;
  onSave: (text: string) => void;
}

/** A text that is saved when its field is left, or with Enter. */
export function SavedField(props: SavedFieldProps) {
  const { value, isLong = false, placeholder, onSave } = props;
  const save = ({ currentTarget }: { currentTarget: { value: string } }): void => {
    const text = currentTarget.value.trim();
    if (text !== value) onSave(text);
  };
  const shared = { placeholder, defaultValue: value, onBlur: save };
  return (
    // A new key when the stored value changes: the field then shows that one.
    <Field key={value} {...props}>
      {(ids) =>
        isLong ? (
          <textarea {...ids} {...shared} rows={3} />
        ) : (
          <input
            {...ids}
            {...shared}
            autoComplete="off"
            onKeyDown={(event) => {
              if (event.key === 'Enter') save(event);
            }}
          />
        )
      }
    </Field>
  );
}

interface Option<Value extends string> {
  value: Value;
  label: string;
}

interface SelectProps<Value extends string> extends Partial<FieldIds> {
  value: Value;
  /** In their order; a table names the message of each. */
  options: readonly Option<Value>[] | Readonly<Record<Value, MessageName>>;
  onChange: (value: Value) => void;
}

export function SelectField<Value extends string>(props: SelectProps<Value> & FieldProps) {
  return <Field {...props}>{(ids) => <Select {...props} {...ids} />}</Field>;
}

export function Select<Value extends string>(props: SelectProps<Value>) {
  const options = listOptions(props.options);
  return (
    <select
      id={props.id}
      aria-describedby={props['aria-describedby']}
      aria-invalid={props['aria-invalid']}
      value={props.value}
      onChange={({ target }) => {
        const chosen = options.find((option) => option.value === target.value);
        if (chosen) props.onChange(chosen.value);
      }}
    >
      {options.map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </select>
  );
}

export function listOptions<Value extends string>(
  options: SelectProps<Value>['options'],
): readonly Option<Value>[] {
  if (Array.isArray(options)) return options as readonly Option<Value>[];
  return (Object.entries(options) as [Value, MessageName][]).map(([value, name]) => ({
    value,
    label: message(name),
  }));
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
  const { rows = 3, value, onChange } = props;
  return (
    <Field {...props}>
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
  rows?: number;
  /** Start from the stored lines when they mount. */
  fields: readonly (FieldProps & { stored: readonly string[] })[];
  /** Gets the text of each field, with one entry per line. */
  onSave: (texts: readonly string[]) => void;
}

/** Lists that are saved together. */
export function LinesForm({ name, isSaved, rows = 3, fields, onSave }: LinesFormProps) {
  const [texts, setTexts] = useState(() => fields.map(({ stored }) => stored.join('\n')));
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    onSave(texts);
  };
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      {fields.map(({ label, hint, problem }, at) => (
        <LinesField
          key={label}
          {...{ label, hint, problem, rows }}
          value={texts[at] ?? ''}
          onChange={(text) => setTexts(texts.with(at, text))}
        />
      ))}
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
