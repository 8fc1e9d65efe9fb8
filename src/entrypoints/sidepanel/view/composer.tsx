import type { Ref } from 'react';
import { useId, useImperativeHandle, useRef, useState, useSyncExternalStore } from 'react';
import { attachedFiles } from '../../../app/copilot/perform-on-tab.ts';
import type { Speaker } from '../../../core/action/action.ts';
import { message } from '../../../messages/message.ts';
import { Button, Segments } from '../../../ui/components/buttons.tsx';
import { FileButton } from '../../../ui/components/fields.tsx';
import styles from './composer.module.css';
import type { NavigatorRole } from './view-model.ts';

export interface ComposerHandle {
  fill: (text: string) => void;
  focus: () => void;
}

interface ComposerProps {
  role: NavigatorRole;
  isRecording: boolean;
  /** The copilot runs: the draft stays until the run ends. */
  isBusy: boolean;
  speakAs: Speaker;
  onSpeakAs: (speaker: Speaker) => void;
  /** The first character of a draft was typed. */
  onDraft: () => void;
  onSend: (text: string) => void;
  ref?: Ref<ComposerHandle>;
}

const SPEAKERS = [
  {
    value: 'instructor',
    label: message('panelSpeakInstructor'),
    name: message('panelSpeakAsInstructor'),
  },
  {
    value: 'navigator',
    label: message('panelSpeakNavigator'),
    name: message('panelSpeakAsNavigator'),
  },
] as const;

function getPlaceholder({ role, isRecording, speakAs }: ComposerProps) {
  if (role === 'copilot') return 'panelAskCopilot';
  if (!isRecording) return 'panelRecordFirst';
  return speakAs === 'instructor' ? 'panelSayRequest' : 'panelSayAnswer';
}

export function Composer(props: ComposerProps) {
  const { role, isRecording, isBusy, speakAs, onSpeakAs, onDraft, onSend, ref } = props;
  const [draft, setDraft] = useState('');
  const field = useRef<HTMLTextAreaElement>(null);
  const hintId = useId();
  const text = draft.trim();
  const canSend = text !== '' && !isBusy && (role === 'copilot' || isRecording);
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
      {role === 'me' && isRecording && (
        <div className={styles.speaker}>
          <span aria-hidden="true">{message('panelSpeakAs')}</span>
          <Segments
            label={message('panelSpeakAs')}
            size="small"
            options={SPEAKERS}
            value={speakAs}
            onChange={onSpeakAs}
          />
        </div>
      )}
      {role === 'copilot' && <AttachedList />}
      <div className={styles.row}>
        <textarea
          ref={field}
          className={styles.field}
          dir="auto"
          aria-label={message('panelMessage')}
          aria-describedby={hintId}
          placeholder={message(getPlaceholder(props))}
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
        {role === 'copilot' && <AttachFiles />}
        <Button variant="primary" submits disabled={!canSend}>
          {message('panelSend')}
        </Button>
      </div>
      <p id={hintId} className="visually-hidden">
        {message('panelMessageHint')}
      </p>
    </form>
  );
}

/** Picks files that the copilot may upload. They stay in memory until the panel closes. */
function AttachFiles() {
  const [tooLarge, setTooLarge] = useState<readonly string[]>([]);
  return (
    <>
      <FileButton
        label={message('panelAttachLabel')}
        title={message('panelAttachTitle')}
        multiple
        onFiles={(files) => setTooLarge(attachedFiles.add(files))}
      >
        {message('panelAttach')}
      </FileButton>
      {tooLarge.length > 0 && (
        <span role="alert" className={styles.problem}>
          {message('panelAttachTooLarge', tooLarge.join(', '))}
        </span>
      )}
    </>
  );
}

function AttachedList() {
  const files = useSyncExternalStore(attachedFiles.subscribe, attachedFiles.list);
  if (files.length === 0) return null;
  return (
    <ul className={styles.list} aria-label={message('panelAttachedFiles')}>
      {files.map(({ name }) => (
        <li key={name} className={styles.file}>
          <span className={styles.name} title={name}>
            {name}
          </span>
          <Button
            variant="quiet"
            aria-label={message('panelRemoveFile', name)}
            onClick={() => attachedFiles.remove(name)}
          >
            ×
          </Button>
        </li>
      ))}
    </ul>
  );
}

/** Enter sends, Shift+Enter starts a new line, and an input method's Enter accepts its suggestion. */
function isSendKey(event: Pick<KeyboardEvent, 'key' | 'shiftKey' | 'isComposing'>): boolean {
  return event.key === 'Enter' && !event.shiftKey && !event.isComposing;
}
