import { useRef, useState, useSyncExternalStore } from 'react';
import { attachedFiles } from '../../../app/attached-files.ts';
import { Button } from '../../../ui/button/button.tsx';
import styles from './attach-files.module.css';

function useAttached(): readonly File[] {
  return useSyncExternalStore(attachedFiles.subscribe, attachedFiles.list);
}

/** Picks files that the copilot may upload. They stay in the panel's memory until it is closed. */
export function AttachFiles() {
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
export function AttachedList() {
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
            onClick={() => {
              attachedFiles.remove(name);
            }}
          >
            ×
          </Button>
        </li>
      ))}
    </ul>
  );
}
