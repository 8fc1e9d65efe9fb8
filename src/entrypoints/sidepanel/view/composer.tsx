import type { Ref } from 'react';
import { useId, useImperativeHandle, useRef, useState } from 'react';
import type { Speaker } from '../../../core/action/action.ts';
import { Button } from '../../../ui/button/button.tsx';
import { Segments } from '../../../ui/segments/segments.tsx';
import { AttachFiles, AttachedList } from './attach-files.tsx';
import { isSendKey } from './compose-key.ts';
import styles from './composer.module.css';
import type { Seat } from './view-model.ts';

export interface ComposerHandle {
  /** Puts a text into the message box, to be changed or sent. */
  fill: (text: string) => void;
  focus: () => void;
}

interface ComposerProps {
  seat: Seat;
  isRecording: boolean;
  /** A round runs: what is typed waits until it ends or is stopped. */
  isBusy: boolean;
  speakAs: Speaker;
  onSpeakAs: (speaker: Speaker) => void;
  /** The first letter is there. */
  onDraft: () => void;
  onSend: (text: string) => void;
  ref?: Ref<ComposerHandle>;
}

const SPEAKERS = [
  { value: 'instructor', label: 'instructor', name: 'Speak as instructor' },
  { value: 'navigator', label: 'navigator', name: 'Speak as navigator' },
] as const;

function writePlaceholder({ seat, isRecording, speakAs }: ComposerProps): string {
  if (seat === 'copilot') return 'What should I do here?';
  if (!isRecording) return 'Press Record, then talk';
  return speakAs === 'instructor' ? 'Say what is asked for' : 'Say what you answer';
}

/** The message box. What is typed lives here until it is sent. */
export function Composer(props: ComposerProps) {
  const { seat, isRecording, isBusy, speakAs, onSpeakAs, onDraft, onSend, ref } = props;
  const [draft, setDraft] = useState('');
  const field = useRef<HTMLTextAreaElement>(null);
  const hintId = useId();
  const text = draft.trim();
  const canSend = text !== '' && !isBusy && (seat === 'copilot' || isRecording);
  const send = () => {
    if (!canSend) return;
    setDraft('');
    onSend(text);
    field.current?.focus();
  };
  useImperativeHandle(ref, () => ({
    fill: (filled) => {
      setDraft(filled);
      field.current?.focus();
    },
    focus: () => field.current?.focus(),
  }));
  return (
    <form
      className={styles.composer}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      {seat === 'me' && isRecording && (
        <div className={styles.speaker}>
          <span aria-hidden="true">Speak as</span>
          <Segments
            label="Speak as"
            size="small"
            options={SPEAKERS}
            value={speakAs}
            onChange={onSpeakAs}
          />
        </div>
      )}
      {seat === 'copilot' && <AttachedList />}
      <div className={styles.row}>
        <textarea
          ref={field}
          className={styles.field}
          dir="auto"
          aria-label="Message"
          aria-describedby={hintId}
          placeholder={writePlaceholder(props)}
          rows={1}
          value={draft}
          onChange={(event) => {
            if (draft === '' && event.target.value !== '') onDraft();
            setDraft(event.target.value);
          }}
          onKeyDown={(event) => {
            if (!isSendKey(event.nativeEvent)) return;
            event.preventDefault();
            send();
          }}
        />
        {seat === 'copilot' && <AttachFiles />}
        <Button variant="primary" submits disabled={!canSend}>
          Send
        </Button>
      </div>
      <p id={hintId} className="visually-hidden">
        Enter sends, Shift and Enter makes a new line.
      </p>
    </form>
  );
}
