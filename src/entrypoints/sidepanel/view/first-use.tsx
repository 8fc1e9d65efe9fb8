import type { MessageName } from '../../../messages/message.ts';
import { message } from '../../../messages/message.ts';
import styles from './first-use.module.css';
import type { SidePanelModel } from './view-model.ts';

interface FirstUseProps extends Pick<SidePanelModel, 'role'> {
  isRecording: boolean;
  /** Puts an example into the message box. */
  onExample: (text: string) => void;
}

/** Requests that fit most pages, because a page isn't read before a request. */
const EXAMPLES = [
  'type tea in the search box and press enter',
  'scroll down, then scroll to the top',
  'go back',
];

/** What an empty conversation shows. */
export function FirstUse({ role, isRecording, onExample }: FirstUseProps) {
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
          {EXAMPLES.map((example) => (
            <li key={example}>
              <button type="button" onClick={() => onExample(example)}>
                {example}
              </button>
            </li>
          ))}
        </ul>
      )}
      {!isRecording && <p>{message(hasCopilot ? 'panelOrRecord' : 'panelPressRecord')}</p>}
    </div>
  );
}
