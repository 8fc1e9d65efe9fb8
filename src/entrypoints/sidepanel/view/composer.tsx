import type { Ref } from 'react';
import { useId, useImperativeHandle, useRef, useState, useSyncExternalStore } from 'react';
import { attachedFiles } from '../../../app/copilot/perform-on-tab.ts';
import type { Speaker } from '../../../core/action/action.ts';
import { Button, Segments } from '../../../ui/components/buttons.tsx';
import styles from './composer.module.css';
import type { NavigatorRole } from './view-model.ts';

export interface ComposerHandle {
  /** Puts a text into the message box, to be changed or sent. */
  fill: (text: string) => void;
  focus: () => void;
}

interface ComposerProps {
  role: NavigatorRole;
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

function getPlaceholder({ role: seat, isRecording, speakAs }: ComposerProps): string {
  if (seat === 'copilot') return 'What should I do here?';
  if (!isRecording) return 'Press Record, then talk';
  return speakAs === 'instructor' ? 'Say what is asked for' : 'Say what you answer';
}

/** The message box. What is typed lives here until it is sent. */
export function Composer(props: ComposerProps) {
  const { role: seat, isRecording, isBusy, speakAs, onSpeakAs, onDraft, onSend, ref } = props;
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
          placeholder={getPlaceholder(props)}
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

function useAttached(): readonly File[] {
  return useSyncExternalStore(attachedFiles.subscribe, attachedFiles.list);
}

/** Picks files that the copilot may upload. They stay in the panel's memory until it is closed. */
function AttachFiles() {
  const picker = useRef<HTMLInputElement>(null);
  const [tooLarge, setTooLarge] = useState<readonly string[]>([]);
  return (
    <>
      <input
        ref={picker}
        type="file"
        multiple
        hidden
        aria-label="Files to attach"
        onChange={(event) => {
          setTooLarge(attachedFiles.add(event.target.files ?? []));
          // The same file may be picked again after it was taken away.
          event.target.value = '';
        }}
      />
      <Button title="Files the copilot may upload" onClick={() => picker.current?.click()}>
        Attach
      </Button>
      {tooLarge.length > 0 && (
        <span role="alert" className={styles.problem}>
          {`Not attached, being larger than 50 MB: ${tooLarge.join(', ')}`}
        </span>
      )}
    </>
  );
}

/** What is attached, each with a way to take it back. */
function AttachedList() {
  const files = useAttached();
  if (files.length === 0) return null;
  return (
    <ul className={styles.list} aria-label="Attached files">
      {files.map(({ name }) => (
        <li key={name} className={styles.file}>
          <span className={styles.name} title={name}>
            {name}
          </span>
          <Button
            variant="quiet"
            aria-label={`Remove ${name}`}
            onClick={() => attachedFiles.remove(name)}
          >
            ×
          </Button>
        </li>
      ))}
    </ul>
  );
}

/** Enter sends; Shift+Enter breaks the line; an input method's Enter takes its suggestion. */
function isSendKey(event: Pick<KeyboardEvent, 'key' | 'shiftKey' | 'isComposing'>): boolean {
  return event.key === 'Enter' && !event.shiftKey && !event.isComposing;
}
