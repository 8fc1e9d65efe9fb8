import type { ModelReply } from './entry.ts';
import styles from './model-reply.module.css';

/** What a model wrote, letter by letter, and how it was read. */
export function ModelReplyView({ reply }: { reply: ModelReply }) {
  const { text, usage, shownMemories, correction } = reply;
  return (
    <div className={styles.reply}>
      {/* CSS reverses the column, so that the browser keeps the newest line in view. */}
      <div className={styles.window}>
        <pre>{text}</pre>
      </div>
      {[correction, shownMemories, usage].map(
        (line) => line !== undefined && <p key={line}>{line}</p>,
      )}
    </div>
  );
}
