import { message } from '../../../messages/message.ts';
import styles from './first-use.module.css';
import type { NavigatorRole } from './view-model.ts';

interface FirstUseProps {
  role: NavigatorRole;
  isRecording: boolean;
  examples: readonly string[];
  /** Puts an example into the message box. */
  onExample: (text: string) => void;
}

function getIntroduction({ role, isRecording }: FirstUseProps) {
  if (role === 'copilot') return ['panelIntroCopilotTitle', 'panelIntroCopilotText'] as const;
  return isRecording
    ? (['panelIntroRecordingTitle', 'panelIntroRecordingText'] as const)
    : (['panelIntroNavigatorTitle', 'panelIntroNavigatorText'] as const);
}

/** What an empty conversation shows. */
export function FirstUse(props: FirstUseProps) {
  const { role, isRecording, examples, onExample } = props;
  const [title, text] = getIntroduction(props);
  return (
    <div className={styles.first}>
      <h1>{message(title)}</h1>
      <p>{message(text)}</p>
      {role === 'copilot' && examples.length > 0 && (
        <ul className={styles.examples} aria-label={message('panelExamples')}>
          {examples.map((example) => (
            <li key={example}>
              <button type="button" onClick={() => onExample(example)}>
                {example}
              </button>
            </li>
          ))}
        </ul>
      )}
      {!isRecording && <p>{message(role === 'copilot' ? 'panelOrRecord' : 'panelPressRecord')}</p>}
    </div>
  );
}
