import { useState } from 'react';
import { MOST_PASTS } from '../../../core/navigator/memory/memory-settings.ts';
import { LinesField, LinesForm } from './lines-form.tsx';
import type { MemoryEvents, MemoryModel } from './memory-model.ts';
import styles from './memory.module.css';
import { PastList } from './past-list.tsx';

const COUNTS = Array.from({ length: MOST_PASTS }, (_, at) => at + 1);

/** Whether a model is told of what was done before, of what, and what it could be told. */
export function Memory({ memory, events }: { memory: MemoryModel; events: MemoryEvents }) {
  const { on, count, anySite, problem } = memory;
  return (
    <div className={styles.memory}>
      <label className={styles.choice}>
        <input
          type="checkbox"
          checked={on}
          onChange={({ target }) => {
            events.onChoose({ on: target.checked });
          }}
        />
        Tell the model of earlier demonstrations and conversations that are like the request
      </label>
      {on && (
        <>
          <label className={styles.choice}>
            At most
            <select
              value={count}
              onChange={({ target }) => {
                events.onChoose({ count: Number(target.value) });
              }}
            >
              {count === 0 && <option value={0}>0</option>}
              {COUNTS.map((each) => (
                <option key={each} value={each}>
                  {each}
                </option>
              ))}
            </select>
            for one request
          </label>
          <label className={styles.choice}>
            <input
              type="checkbox"
              checked={anySite}
              onChange={({ target }) => {
                events.onChoose({ anySite: target.checked });
              }}
            />
            Also of what was done on other sites than the one in the tab
          </label>
          <LeftOut without={memory.without} onSave={events.onSaveSites} />
          <PastList memory={memory} events={events} />
        </>
      )}
      <p role="status" className={styles.problem}>
        {problem ?? ''}
      </p>
    </div>
  );
}

interface LeftOutProps {
  without: MemoryModel['without'];
  onSave: MemoryEvents['onSaveSites'];
}

function LeftOut({ without, onSave }: LeftOutProps) {
  const [text, setText] = useState(without.stored.join('\n'));
  const save = () => {
    onSave(text);
  };
  return (
    <LinesForm save="Leave these out" saved={without.saved} onSave={save}>
      <LinesField
        label="Never tell of"
        hint="One site per line: example.com, or *.example.com for it and all below it. Demonstrations and conversations that went there are told of nowhere, and conversations there are not remembered."
        problem={without.problem}
        rows={2}
        value={text}
        onChange={setText}
      />
    </LinesForm>
  );
}
