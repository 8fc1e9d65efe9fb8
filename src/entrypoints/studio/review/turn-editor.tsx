import { useId, useLayoutEffect, useRef } from 'react';
import { message } from '../../../messages/message.ts';
import { Button } from '../../../ui/components/buttons.tsx';
import type { EditMode } from './review-commands.ts';
import styles from './turn-editor.module.css';

const LABELS = {
  text: { field: 'studioTextLabel', hint: 'studioTextHint', save: 'commonSave' },
  split: { field: 'studioSplitLabel', hint: 'studioSplitHint', save: 'studioKeySplit' },
  comment: { field: 'studioCommentLabel', hint: 'studioTextHint', save: 'commonSave' },
  time: { field: 'studioTimeLabel', hint: 'studioTextHint', save: 'commonSave' },
  reason: { field: 'studioReasonLabel', hint: 'studioTextHint', save: 'studioKeyReject' },
} as const;

interface TurnEditorProps {
  text: string;
  /** `split` chooses a place in the text; `text` changes it; the others write a new one. */
  mode: Exclude<EditMode, 'target' | 'picture'>;
  onText: (text: string) => void;
  /** `offset` in UTF-16 units. */
  onSplit?: (offset: number) => void;
  onCancel: () => void;
}

/** Writes a text in its place: of a turn, about it, or why a demonstration is rejected. */
export function TurnEditor({ text, mode, onText, onSplit, onCancel }: TurnEditorProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  const hintId = useId();
  const labels = LABELS[mode];
  useLayoutEffect(() => {
    const area = field.current;
    area?.focus();
    if (mode !== 'split') {
      area?.select();
      return undefined;
    }
    area?.setSelectionRange(0, 0);
    // A read-only field has no cursor to move, so this one refuses what is typed.
    const refuse = (event: Event): void => event.preventDefault();
    area?.addEventListener('beforeinput', refuse);
    return () => area?.removeEventListener('beforeinput', refuse);
  }, [mode]);
  const save = (): void => {
    if (!field.current) return;
    if (mode === 'split') onSplit?.(field.current.selectionStart);
    else onText(field.current.value);
  };
  return (
    <div className={styles.editor}>
      <textarea
        ref={field}
        defaultValue={text}
        rows={Math.min(6, Math.ceil(text.length / 60) + 1)}
        aria-label={message(labels.field)}
        placeholder={message(labels.field)}
        aria-describedby={hintId}
        onKeyDown={(event) => {
          if (event.key === 'Escape') onCancel();
          else if (event.key === 'Enter' && !event.shiftKey) save();
          else return;
          event.preventDefault();
          event.stopPropagation();
        }}
      />
      <p id={hintId}>{message(labels.hint)}</p>
      <Button variant="primary" onClick={save}>
        {message(labels.save)}
      </Button>
      <Button onClick={onCancel}>{message('commonCancel')}</Button>
    </div>
  );
}
