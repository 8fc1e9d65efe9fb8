import type { RefObject } from 'react';
import { useEffect, useRef, useState } from 'react';
import '../../../ui/base.css';
import type { MessageName } from '../../../messages/message.ts';
import { countMessage, message } from '../../../messages/message.ts';
import { Segments } from '../../../ui/components/buttons.tsx';
import { KeepFocus } from '../../../ui/components/keep-focus.tsx';
import { Notice } from '../../../ui/components/notice.tsx';
import { Skeleton } from '../../../ui/components/progress.tsx';
import { UnlockForm } from '../../../ui/components/unlock-form.tsx';
import { Conversation } from '../../../ui/conversation/conversation.tsx';
import { HopsCard, EMPTY_HOPS } from '../../../ui/hops/hops-card.tsx';
import type { SidePanelEvents } from '../panel-controller.ts';
import type { SidePanelModel } from '../panel-model.ts';
import type { ComposerHandle } from './composer.tsx';
import { Composer } from './composer.tsx';
import { AgentsLine, StatusLine, TabLine } from './status-line.tsx';
import { FinishedCard } from './finished-card.tsx';
import { RecordingBar } from './recording-bar.tsx';
import styles from './side-panel-view.module.css';

interface SidePanelViewProps {
  model: SidePanelModel;
  /** Must be the same object in every render; otherwise the whole list renders again. */
  events: SidePanelEvents;
}

const NAVIGATOR_ROLES = [
  { value: 'copilot', label: message('panelNavigatorCopilot') },
  { value: 'me', label: message('panelNavigatorMe') },
] as const;

export function SidePanelView({ model, events }: SidePanelViewProps) {
  const composer = useRef<ComposerHandle>(null);
  const [revealed, setRevealed] = useState<{ id: string } | null>(null);
  const onReveal = (id: string): void => setRevealed({ id });
  const { recording, entries, role, tab } = model;
  const isRecording = recording.state === 'recording' || recording.state === 'paused';
  useEscapeKey(model.run !== null, events.onStopCopilot);
  useAttention(events.onAttention, model.loading);
  return (
    <KeepFocus className={styles.panel}>
      <header>
        <RecordingBar {...{ recording, events, onReveal }} options={model.options} />
        <TabLine
          tab={tab}
          role={role}
          isRecording={recording.state === 'recording'}
          onClear={model.canClear ? events.onClear : null}
        />
        <AgentsLine agents={model.agents} events={events} />
      </header>
      <main className={styles.main}>
        <Banners model={model} events={events} />
        {recording.state === 'stopped' && (
          <FinishedCard finished={recording} events={events} onReveal={onReveal} />
        )}
        <div className={styles.talk}>
          {/* Each turn has buttons; this skips them for keyboard users. */}
          {entries.length > 0 && (
            <button type="button" className={styles.skip} onClick={() => composer.current?.focus()}>
              {message('panelSkip')}
            </button>
          )}
          {model.loading ? (
            <Skeleton label={message('panelReadingConversation')} rows={3} />
          ) : (
            <Conversation
              revealed={revealed}
              entries={entries}
              origin={'startedAt' in recording ? recording.startedAt : null}
              events={events}
              empty={
                tab.blocked === null && (
                  <FirstUse
                    role={role}
                    examples={model.examples}
                    skills={model.skills}
                    onStartSkill={events.onStartSkill}
                    isRecording={isRecording}
                    onExample={(text) => composer.current?.focus(text)}
                  />
                )
              }
            />
          )}
        </div>
      </main>
      <Footer model={model} events={events} isRecording={isRecording} composer={composer} />
    </KeepFocus>
  );
}

function Banners({ model: { banner, recording }, events }: SidePanelViewProps) {
  return (
    <>
      {banner !== null && (
        <div className={styles.banner}>
          <Notice
            {...banner}
            role="alert"
            onAction={events.onBannerAction}
            onDismiss={events.onDismissBanner}
          />
        </div>
      )}
      {'interrupted' in recording && recording.interrupted && (
        <div className={styles.banner}>
          <Notice
            tone="warning"
            happened={message('panelInterrupted')}
            saved={countMessage('panelInterruptedSaved', recording.turns)}
            role="status"
          />
        </div>
      )}
    </>
  );
}

interface FooterProps extends SidePanelViewProps {
  isRecording: boolean;
  composer: RefObject<ComposerHandle | null>;
}

function Footer({ model, events, isRecording, composer }: FooterProps) {
  const [isPlanning, setPlanning] = useState(false);
  const hops = model.hops ?? (isPlanning ? EMPTY_HOPS : null);
  const { role, speakAs, run, unlock } = model;
  return (
    <footer className={styles.footer}>
      {hops !== null && (
        <HopsCard model={hops} onEdit={events.onEditHops} onDone={() => setPlanning(false)} />
      )}
      {unlock !== null && <UnlockForm unlock={unlock} onUnlock={events.onUnlock} />}
      <Segments
        label={message('panelWhoNavigates')}
        options={NAVIGATOR_ROLES}
        value={role}
        onChange={events.onRoleChange}
      />
      <Composer ref={composer} {...{ role, speakAs, run, isRecording, events }} />
      <StatusLine
        status={model.status}
        run={run}
        events={events}
        onPlan={hops === null && role === 'copilot' ? () => setPlanning(true) : null}
      />
    </footer>
  );
}

interface FirstUseProps extends Pick<SidePanelModel, 'role' | 'examples' | 'skills'> {
  onStartSkill: (id: string) => void;
  isRecording: boolean;
  /** Puts an example into the message box. */
  onExample: (text: string) => void;
}

/** Requests that fit most pages: a page isn't read before the user turns to the panel. */
const EXAMPLES = [
  'type tea in the search box and press enter',
  'scroll down, then scroll to the top',
  'go back',
];

/** What an empty conversation shows. */
function FirstUse(props: FirstUseProps) {
  const { role, examples, skills, isRecording, onExample, onStartSkill } = props;
  const hasCopilot = role === 'copilot';
  const [title, text]: [MessageName, MessageName] = hasCopilot
    ? ['panelIntroCopilotTitle', 'panelIntroCopilotText']
    : isRecording
      ? ['panelIntroRecordingTitle', 'panelIntroRecordingText']
      : ['panelIntroNavigatorTitle', 'panelIntroNavigatorText'];
  return (
    <div className={styles.first}>
      <h1>{message(title)}</h1>
      <p>{message(text)}</p>
      {hasCopilot && (
        <ul className={styles.examples} aria-label={message('panelExamples')}>
          {(examples ?? EXAMPLES).map((example) => (
            <li key={example}>
              <button type="button" title={example} onClick={() => onExample(example)}>
                {example}
              </button>
            </li>
          ))}
        </ul>
      )}
      {hasCopilot && skills.length > 0 && (
        <>
          <h2>{message('skillsForSite')}</h2>
          <ul className={styles.examples} aria-label={message('skillsForSite')}>
            {skills.map(({ id, name }) => (
              <li key={id}>
                <button type="button" title={name} onClick={() => onStartSkill(id)}>
                  {name}
                </button>
              </li>
            ))}
          </ul>
        </>
      )}
      {!isRecording && <p>{message(hasCopilot ? 'panelOrRecord' : 'panelPressRecord')}</p>}
    </div>
  );
}

/** Reports when the pointer or the focus comes to the panel, or is there once it has loaded. */
function useAttention(onAttention: () => void, isLoading: boolean): void {
  useEffect(() => {
    if (isLoading) return;
    const root = document.documentElement;
    addEventListener('focus', onAttention);
    root.addEventListener('pointerenter', onAttention);
    if (document.hasFocus()) onAttention();
    return () => {
      removeEventListener('focus', onAttention);
      root.removeEventListener('pointerenter', onAttention);
    };
  }, [onAttention, isLoading]);
}

function useEscapeKey(active: boolean, onEscape: () => void): void {
  useEffect(() => {
    if (!active) return;
    const stop = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.isComposing) onEscape();
    };
    document.addEventListener('keydown', stop);
    return () => document.removeEventListener('keydown', stop);
  }, [active, onEscape]);
}
