import { CheckIcon } from '../../../ui/icons/glyphs.tsx';
import { Notice } from '../../../ui/notice/notice.tsx';
import styles from './test-result.module.css';
import type { SaveModel, TestModel } from './view-model.ts';

function Result({ test }: { test: TestModel }) {
  switch (test.state) {
    case 'none':
      return null;
    case 'running':
      return <p className={styles.running}>Asking the endpoint for one word…</p>;
    case 'works':
      return (
        <Notice
          tone="good"
          happened={test.message}
          kept={`First word after ${(test.ms / 1000).toFixed(1)} s.`}
          next={null}
        />
      );
    case 'fails':
      return <Notice tone="error" happened={test.message} kept={null} next={null} />;
  }
}

/** What the endpoint answered, in plain words. */
export function TestResult({ test }: { test: TestModel }) {
  return (
    <div role="status" className={styles.result}>
      <Result test={test} />
    </div>
  );
}

export function SaveResult({ saving }: { saving: SaveModel }) {
  return (
    <p role="status" className={saving.state === 'failed' ? styles.failed : styles.saved}>
      {saving.state === 'saved' && (
        <>
          <CheckIcon /> Saved
        </>
      )}
      {saving.state === 'failed' && saving.message}
    </p>
  );
}
