import { CheckIcon } from '../../../ui/icons/glyphs.tsx';
import styles from './save-result.module.css';
import type { SaveModel } from './endpoint-model.ts';

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
