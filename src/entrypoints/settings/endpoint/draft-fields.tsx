import { useState } from 'react';
import type { MessageName } from '../../../messages/message.ts';
import { message } from '../../../messages/message.ts';
import { Button } from '../../../ui/components/buttons.tsx';
import { CheckField, SelectField, TextField } from '../../../ui/components/fields.tsx';
import type { EndpointEvents } from './endpoint-controller.ts';
import type { DraftField, EndpointDraft, KeyLockState } from './endpoint-draft.ts';
import styles from './endpoint-form.module.css';

export interface DraftProps {
  draft: EndpointDraft;
  /** What is wrong with a field; null until a button was clicked. */
  explain: (field: DraftField) => string | null;
  onEdit: (change: Partial<EndpointDraft>) => void;
}

const TEXTS = {
  baseUrl: {
    label: 'settingsBaseUrl',
    input: { type: 'url', inputMode: 'url', placeholder: 'https://…/v1' },
  },
  apiKey: { label: 'settingsKey', input: { type: 'password' } },
  passphrase: {
    label: 'settingsPassphrase',
    input: { type: 'password', autoComplete: 'new-password' },
  },
  model: { label: 'settingsModelName', input: {} },
  contextTokens: { label: 'settingsContext', input: { inputMode: 'decimal' } },
  promptPrice: { label: 'settingsPromptPrice', input: { inputMode: 'decimal' } },
  completionPrice: { label: 'settingsCompletionPrice', input: { inputMode: 'decimal' } },
  ceiling: { label: 'settingsCeiling', input: { inputMode: 'decimal' } },
} as const;

interface DraftTextProps extends DraftProps {
  name: keyof typeof TEXTS;
  hint?: MessageName | null;
  placeholder?: string;
}

/** A text or a number of the draft. Problems of prices are shown at the first of them. */
export function DraftText({ name, hint, draft, explain, onEdit, ...rest }: DraftTextProps) {
  const { label, input } = TEXTS[name];
  const field = name === 'promptPrice' ? 'prices' : name;
  return (
    <TextField
      {...input}
      {...rest}
      label={message(label)}
      hint={hint && message(hint)}
      problem={field === 'completionPrice' ? null : explain(field)}
      value={draft[name]}
      onChange={(value) => onEdit({ [name]: value })}
    />
  );
}

const CHECKS = {
  encryptsKey: 'settingsEncryptKey',
  images: 'settingsImages',
  tools: 'settingsTools',
} as const;

interface DraftCheckProps extends Omit<DraftProps, 'explain'> {
  name: keyof typeof CHECKS;
}

function DraftCheck({ name, draft, onEdit }: DraftCheckProps) {
  return (
    <CheckField
      label={message(CHECKS[name])}
      checked={draft[name]}
      onChange={(isOn) => onEdit({ [name]: isOn })}
    />
  );
}

interface KeyFieldsProps extends DraftProps {
  seal: KeyLockState;
  needsKey: boolean;
  events: Pick<EndpointEvents, 'onLock' | 'onForgetKey'>;
}

/** The API key and its optional passphrase. */
export function KeyFields({ seal, needsKey, events, ...draftProps }: KeyFieldsProps) {
  const { draft } = draftProps;
  if (seal === 'locked') {
    return (
      <p className={styles.note}>
        {message('settingsKeyLocked')}{' '}
        <Button onClick={events.onForgetKey}>{message('settingsForgetKey')}</Button>
      </p>
    );
  }
  const hasKey = draft.apiKey.trim() !== '';
  return (
    <>
      <DraftText name="apiKey" hint={needsKey ? null : 'settingsKeyOptional'} {...draftProps} />
      {hasKey && <DraftCheck name="encryptsKey" {...draftProps} />}
      {hasKey && draft.encryptsKey && (
        <DraftText
          name="passphrase"
          hint={seal === 'open' ? 'settingsPassphraseKeep' : 'settingsPassphraseHint'}
          {...draftProps}
        />
      )}
      {seal === 'open' && (
        <p className={styles.note}>
          {message('settingsKeyUnlocked')}{' '}
          <Button onClick={events.onLock}>{message('settingsLockNow')}</Button>
        </p>
      )}
    </>
  );
}

const STRATEGIES = {
  weblinx: 'settingsStrategyWeblinx',
  mindact: 'settingsStrategyMindact',
  multimodal: 'settingsStrategyMultimodal',
} as const;

const STRATEGY_HINTS = {
  weblinx: 'settingsStrategyWeblinxHint',
  mindact: 'settingsStrategyMindactHint',
  multimodal: 'settingsStrategyMultimodalHint',
} as const;

/** How the model is asked and what it may cost; opens if something in it is wrong. */
export function AdvancedFields(props: DraftProps) {
  const { draft, explain, onEdit } = props;
  const [isOpen, setOpen] = useState(false);
  const fields = ['contextTokens', 'prices', 'ceiling'] as const;
  const isWrong = fields.some((field) => explain(field) !== null);
  // Stays open after the correction, so that the form does not jump.
  if (isWrong && !isOpen) setOpen(true);
  return (
    <details
      className={styles.advanced}
      open={isOpen}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary>{message('settingsAdvanced')}</summary>
      <div>
        <SelectField
          label={message('settingsStrategy')}
          hint={message(STRATEGY_HINTS[draft.strategy])}
          problem={explain('strategy')}
          options={STRATEGIES}
          value={draft.strategy}
          onChange={(strategy) =>
            onEdit({ strategy, images: strategy === 'multimodal' || draft.images })
          }
        />
        <DraftCheck name="images" {...props} />
        <DraftCheck name="tools" {...props} />
        <DraftText name="contextTokens" hint="settingsContextHint" {...props} />
        <div className={styles.pair}>
          <DraftText name="promptPrice" hint="settingsPromptPriceHint" {...props} />
          <DraftText name="completionPrice" {...props} />
        </div>
        <DraftText name="ceiling" hint="settingsCeilingHint" {...props} />
      </div>
    </details>
  );
}
