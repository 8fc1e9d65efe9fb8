import type { Ref } from 'react';
import { flushSync } from 'react-dom';
import { useId, useImperativeHandle, useRef, useState, useSyncExternalStore } from 'react';
import { attachedFiles } from '../../../app/copilot/perform-on-tab.ts';
import { message } from '../../../messages/message.ts';
import { IconButton, Segments } from '../../../ui/components/buttons.tsx';
import { FileButton } from '../../../ui/components/fields.tsx';
import { AttachIcon, CloseIcon, SendIcon } from '../../../ui/components/icons.tsx';
import type { SidePanelEvents } from '../panel-controller.ts';
import type { SidePanelModel } from '../panel-model.ts';
import styles from './composer.module.css';

/** Stands in an example for what the user fills in. */
const BLANK = '…';

export interface ComposerHandle {
  /** `newDraft` replaces the draft, and what is to be filled in is selected. */
  focus: (newDraft?: string) => void;
}

interface ComposerProps extends Pick<SidePanelModel, 'role' | 'speakAs' | 'run'> {
  isRecording: boolean;
  events: SidePanelEvents;
  ref?: Ref<ComposerHandle>;
}

const SPEAKERS = (
  [
    ['instructor', 'panelSpeakInstructor', 'panelSpeakAsInstructor'],
    ['navigator', 'panelSpeakNavigator', 'panelSpeakAsNavigator'],
  ] as const
).map(([value, label, name]) => ({ value, label: message(label), name: message(name) }));

function getPlaceholder({ role, isRecording, speakAs }: ComposerProps) {
  if (role === 'copilot') return 'panelAskCopilot';
  if (!isRecording) return 'panelRecordFirst';
  return speakAs === 'instructor' ? 'panelSayRequest' : 'panelSayAnswer';
}

/** The message box. During a run, the draft stays until the run ends. */
export function Composer(props: ComposerProps) {
  const { role, isRecording, run, speakAs, events, ref } = props;
  const [draft, setDraft] = useState('');
  const field = useRef<HTMLTextAreaElement>(null);
  const hintId = useId();
  const isBlank = draft.trim() === '' || draft.includes(` ${BLANK}`);
  const canSend = !isBlank && run === null && (role === 'copilot' || isRecording);
  const send = () => {
    if (!canSend) return;
    setDraft('');
    events.onSend(draft.trim());
    field.current?.focus();
  };
  useImperativeHandle(ref, () => ({
    focus(newDraft = draft) {
      flushSync(() => setDraft(newDraft));
      field.current?.focus();
      const blank = newDraft.indexOf(BLANK);
      if (blank >= 0) field.current?.setSelectionRange(blank, blank + BLANK.length);
    },
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
            onChange={events.onSpeakAs}
          />
        </div>
      )}
      {role === 'copilot' && <AttachedList />}
      <div className={styles.box}>
        {role === 'copilot' && <AttachFiles />}
        <textarea
          ref={field}
          className={styles.field}
          dir="auto"
          aria-label={message('panelMessage')}
          aria-describedby={hintId}
          placeholder={message(getPlaceholder(props))}
          rows={1}
          value={draft}
          onChange={({ target }) => {
            if (draft === '' && target.value !== '') events.onDraft();
            setDraft(target.value);
          }}
          onKeyDown={(event) => {
            // Shift+Enter starts a new line, and an input method's Enter accepts its suggestion.
            const { key, shiftKey, isComposing } = event.nativeEvent;
            if (key !== 'Enter' || shiftKey || isComposing) return;
            event.preventDefault();
            send();
          }}
        />
        <IconButton
          icon={<SendIcon />}
          label={message('panelSend')}
          isPrimary
          submits
          disabled={!canSend}
        />
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
        icon={<AttachIcon />}
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
          <IconButton
            icon={<CloseIcon />}
            label={message('panelRemoveFile', name)}
            onClick={() => attachedFiles.remove(name)}
          />
        </li>
      ))}
    </ul>
  );
}
