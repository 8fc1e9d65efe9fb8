import styles from './first-use.module.css';
import type { NavigatorRole } from './view-model.ts';

interface FirstUseProps {
  role: NavigatorRole;
  isRecording: boolean;
  examples: readonly string[];
  /** An example was picked: it goes into the message box, to be changed or sent. */
  onExample: (text: string) => void;
}

function Introduction({ title, text }: { title: string; text: string }) {
  return (
    <>
      <h1>{title}</h1>
      <p>{text}</p>
    </>
  );
}

/** What can be done here, told before anything was. */
export function FirstUse({ role: seat, isRecording, examples, onExample }: FirstUseProps) {
  if (seat === 'me') {
    return (
      <div className={styles.first}>
        {isRecording ? (
          <Introduction
            title="Use the page as you always do"
            text="Each click and each entry shows up here with the page as it was just before. Say below what is asked for and what you answer."
          />
        ) : (
          <>
            <Introduction
              title="You are the navigator"
              text="A demonstration is a talk about a task, and the actions that do it. You act on the page; Wayscribe keeps what you do."
            />
            <p>
              Press <b>Record</b> to begin.
            </p>
          </>
        )}
      </div>
    );
  }
  return (
    <div className={styles.first}>
      <Introduction
        title="What shall we do on this page?"
        text="Say it in your own words. You see every step before it happens, and can stop at any time."
      />
      {examples.length > 0 && (
        <ul className={styles.examples} aria-label="Examples">
          {examples.map((example) => (
            <li key={example}>
              <button type="button" onClick={() => onExample(example)}>
                {example}
              </button>
            </li>
          ))}
        </ul>
      )}
      {!isRecording && (
        <p>
          Or press <b>Record</b> to keep a demonstration.
        </p>
      )}
    </div>
  );
}
