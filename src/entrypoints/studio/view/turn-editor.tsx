import { useLayoutEffect, useRef } from 'react';
import { message } from '../../../messages/message.ts';
import { Button } from '../../../ui/components/buttons.tsx';
import styles from './turn-list.module.css';

interface TurnEditorProps {
  text: string;
  /** `split` chooses a place in the text; `text` changes it. */
  mode: 'text' | 'split';
  onText: (text: string) => void;
  /** `offset` in UTF-16 units. */
  onSplit: (offset: number) => void;
  onCancel: () => void;
}

/** Edits the text of a turn in its place. */
export function TurnEditor({ text, mode, onText, onSplit, onCancel }: TurnEditorProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(() => {
    const area = field.current;
    area?.focus();
    if (mode === 'text') {
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
    if (mode === 'split') onSplit(field.current.selectionStart);
    else onText(field.current.value);
  };
  return (
    <div className={styles.editor}>
      <textarea
        ref={field}
        defaultValue={text}
        rows={Math.min(6, Math.ceil(text.length / 60) + 1)}
        aria-label={message(mode === 'split' ? 'studioSplitLabel' : 'studioTextLabel')}
        aria-describedby="turn-editor-hint"
        onKeyDown={(event) => {
          if (event.key === 'Escape') onCancel();
          else if (event.key === 'Enter' && !event.shiftKey) save();
          else return;
          event.preventDefault();
          event.stopPropagation();
        }}
      />
      <p id="turn-editor-hint">
        {message(mode === 'split' ? 'studioSplitHint' : 'studioTextHint')}
      </p>
      <Button variant="primary" onClick={save}>
        {message(mode === 'split' ? 'studioKeySplit' : 'commonSave')}
      </Button>
      <Button onClick={onCancel}>{message('commonCancel')}</Button>
    </div>
  );
}
