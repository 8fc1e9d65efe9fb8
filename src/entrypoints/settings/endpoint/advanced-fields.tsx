import { useState } from 'react';
import { STRATEGY_NAMES } from '../../../core/navigator/model/endpoint-settings.ts';
import { message } from '../../../messages/message.ts';
import { CheckField, SelectField, TextField } from '../../../ui/components/fields.tsx';
import type { DraftField, EndpointDraft } from './endpoint-draft.ts';
import styles from './endpoint-form.module.css';

interface AdvancedFieldsProps {
  draft: EndpointDraft;
  explain: (field: DraftField) => string | null;
  onEdit: (change: Partial<EndpointDraft>) => void;
}

const STRATEGIES = {
  weblinx: { label: 'settingsStrategyWeblinx', hint: 'settingsStrategyWeblinxHint' },
  mindact: { label: 'settingsStrategyMindact', hint: 'settingsStrategyMindactHint' },
  multimodal: { label: 'settingsStrategyMultimodal', hint: 'settingsStrategyMultimodalHint' },
} as const;

const AMOUNTS = {
  contextTokens: { label: 'settingsContext', hint: 'settingsContextHint', field: 'contextTokens' },
  promptPrice: { label: 'settingsPromptPrice', hint: 'settingsPromptPriceHint', field: 'prices' },
  completionPrice: { label: 'settingsCompletionPrice', hint: null, field: null },
  ceiling: { label: 'settingsCeiling', hint: 'settingsCeilingHint', field: 'ceiling' },
} as const;

/** How the model is asked and what it may cost; opens if something in it is wrong. */
export function AdvancedFields({ draft, explain, onEdit }: AdvancedFieldsProps) {
  const [isOpen, setOpen] = useState(false);
  const isWrong = Object.values(AMOUNTS).some(({ field }) => field && explain(field) !== null);
  // Stays open after the correction, so that the form does not jump.
  if (isWrong && !isOpen) setOpen(true);
  const renderAmount = (name: keyof typeof AMOUNTS) => {
    const { label, hint, field } = AMOUNTS[name];
    return (
      <TextField
        label={message(label)}
        hint={hint && message(hint)}
        problem={field && explain(field)}
        inputMode="decimal"
        value={draft[name]}
        onChange={(value) => onEdit({ [name]: value })}
      />
    );
  };
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
          hint={message(STRATEGIES[draft.strategy].hint)}
          problem={explain('strategy')}
          options={STRATEGY_NAMES.map((value) => ({
            value,
            label: message(STRATEGIES[value].label),
          }))}
          value={draft.strategy}
          onChange={(strategy) =>
            onEdit({ strategy, images: strategy === 'multimodal' || draft.images })
          }
        />
        <CheckField
          label={message('settingsImages')}
          checked={draft.images}
          onChange={(images) => onEdit({ images })}
        />
        <CheckField
          label={message('settingsTools')}
          checked={draft.tools}
          onChange={(tools) => onEdit({ tools })}
        />
        {renderAmount('contextTokens')}
        <div className={styles.pair}>
          {renderAmount('promptPrice')}
          {renderAmount('completionPrice')}
        </div>
        {renderAmount('ceiling')}
      </div>
    </details>
  );
}
