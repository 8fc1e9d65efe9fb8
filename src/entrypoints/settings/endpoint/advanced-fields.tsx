import { useState } from 'react';
import type { StrategyName } from '../../../core/navigator/model/endpoint-settings.ts';
import { STRATEGY_NAMES } from '../../../core/navigator/model/endpoint-settings.ts';
import type { DraftField, EndpointDraft } from './endpoint-draft.ts';
import styles from './endpoint-form.module.css';
import { Field } from '../form-fields.tsx';

interface AdvancedFieldsProps {
  draft: EndpointDraft;
  explain: (field: DraftField) => string | null;
  onEdit: (change: Partial<EndpointDraft>) => void;
}

const STRATEGY_LABELS: Record<StrategyName, { label: string; hint: string }> = {
  weblinx: {
    label: 'Page as text (WebLINX)',
    hint: 'The pruned page and the elements that fit best, as text. Right for most models.',
  },
  mindact: {
    label: 'Choice by choice (MindAct)',
    hint: 'Asks several times, each time among a few elements. For small models; takes more questions.',
  },
  multimodal: {
    label: 'Picture with marks (multimodal)',
    hint: 'A screenshot with numbered marks, and those elements as text. For models that see.',
  },
};

/** A number as typed, with its label and what is wrong with it. */
function AmountField(props: {
  label: string;
  hint: string | null;
  problem: string | null;
  value: string;
  onChange: (value: string) => void;
}) {
  return (
    <Field label={props.label} hint={props.hint} problem={props.problem}>
      {(ids) => (
        <input
          {...ids}
          type="text"
          inputMode="decimal"
          autoComplete="off"
          value={props.value}
          onChange={({ target }) => props.onChange(target.value)}
        />
      )}
    </Field>
  );
}

/** How the model is asked, and what it may cost. Open when something in it is wrong. */
export function AdvancedFields({ draft, explain, onEdit }: AdvancedFieldsProps) {
  const wrong = (['contextTokens', 'prices', 'ceiling'] as const).some(
    (field) => explain(field) !== null,
  );
  const [open, setOpen] = useState(false);
  // It stays open once that is put right: it must not close under the user's hands.
  if (wrong && !open) setOpen(true);
  return (
    <details
      className={styles.advanced}
      open={open}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary>Advanced</summary>
      <div>
        <Field
          label="What the model is shown"
          hint={STRATEGY_LABELS[draft.strategy].hint}
          problem={explain('strategy')}
        >
          {(ids) => (
            <select
              {...ids}
              value={draft.strategy}
              onChange={({ target }) => {
                const chosen = STRATEGY_NAMES.find((name) => name === target.value);
                if (chosen)
                  onEdit({ strategy: chosen, images: chosen === 'multimodal' || draft.images });
              }}
            >
              {STRATEGY_NAMES.map((name) => (
                <option key={name} value={name}>
                  {STRATEGY_LABELS[name].label}
                </option>
              ))}
            </select>
          )}
        </Field>
        <label className={styles.check}>
          <input
            type="checkbox"
            checked={draft.images}
            onChange={({ target }) => onEdit({ images: target.checked })}
          />
          Send pictures: the model sees screenshots, secrets painted over
        </label>
        <label className={styles.check}>
          <input
            type="checkbox"
            checked={draft.tools}
            onChange={({ target }) => onEdit({ tools: target.checked })}
          />
          Offer tools: the model calls actions instead of writing them
        </label>
        <AmountField
          label="Context size, in tokens"
          hint="Question and answer together. Pages are cut to fit."
          problem={explain('contextTokens')}
          value={draft.contextTokens}
          onChange={(contextTokens) => onEdit({ contextTokens })}
        />
        <div className={styles.pair}>
          <AmountField
            label="Price of a million tokens sent"
            hint="In any currency; empty: costs are not told."
            problem={explain('prices')}
            value={draft.promptPrice}
            onChange={(promptPrice) => onEdit({ promptPrice })}
          />
          <AmountField
            label="… and of a million written"
            hint={null}
            problem={null}
            value={draft.completionPrice}
            onChange={(completionPrice) => onEdit({ completionPrice })}
          />
        </div>
        <AmountField
          label="Ceiling for one conversation"
          hint="Before a question that may go over it, the copilot pauses and asks. Empty: no ceiling."
          problem={explain('ceiling')}
          value={draft.ceiling}
          onChange={(ceiling) => onEdit({ ceiling })}
        />
      </div>
    </details>
  );
}
