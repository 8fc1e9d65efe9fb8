import type { SubmitEvent } from 'react';
import { useState } from 'react';
import type { LibraryPlace } from '../../../app/library/pseudonyms.ts';
import type { PersonalKind, Pseudonym } from '../../../core/demonstration/pseudonyms/key.ts';
import type { PlaceKind } from '../../../core/demonstration/pseudonyms/pseudonymize.ts';
import type { MessageName } from '../../../messages/message.ts';
import { countMessage, message } from '../../../messages/message.ts';
import { Button } from '../../../ui/components/buttons.tsx';
import { SelectField, TextField } from '../../../ui/components/fields.tsx';
import { Progress } from '../../../ui/components/progress.tsx';
import type { ExportDialogModel } from './export-controller.ts';
import {
  addPersonal,
  cancelExportJob,
  changePseudonym,
  lookForPersonal,
} from './export-controller.ts';
import styles from './export-dialog.module.css';

const KINDS: Record<PersonalKind, MessageName> = {
  person: 'studioKindPerson',
  email: 'studioKindEmail',
  phone: 'studioKindPhone',
  card: 'studioKindCard',
  address: 'studioKindAddress',
  other: 'studioKindOther',
};

const PLACES: Record<PlaceKind, MessageName> = {
  form: 'studioPlaceForm',
  turn: 'studioPlaceTurn',
  page: 'studioPlacePage',
  picture: 'studioPlacePicture',
  dropped: 'studioPlaceDropped',
};

const COLUMNS = [
  'studioReplace',
  'studioPersonalText',
  'studioPersonalKind',
  'studioSurrogate',
  'studioPlaces',
] as const;

/** More places than a person reads. */
const MOST_LISTED = 200;

interface PseudonymTableProps {
  model: ExportDialogModel;
  /** The demonstrations that are going to be exported. */
  ids: readonly string[];
}

/** What is replaced by what, and where it stands; texts can be added, and wrong ones left. */
export function PseudonymTable({ model: { key, scan }, ids }: PseudonymTableProps) {
  const places = scan.state === 'done' ? scan.places : [];
  return (
    <section className={styles.pseudonyms} aria-label={message('studioPseudonymsList')}>
      <p className={styles.hint}>{message('studioPseudonymsHint')}</p>
      <div className={styles.look}>
        {scan.state === 'running' ? (
          <Progress
            label={message('studioLooking')}
            value={scan.fraction}
            onCancel={cancelExportJob}
          />
        ) : (
          <Button onClick={() => void lookForPersonal(ids)}>
            {message(scan.state === 'done' ? 'studioLookAgain' : 'studioLook')}
          </Button>
        )}
        {scan.state === 'failed' && <p role="alert">{scan.message}</p>}
        {scan.state === 'done' && key.length === 0 && (
          <p role="status">{message('studioNothingPersonal')}</p>
        )}
      </div>
      {key.length > 0 && (
        <table>
          <thead>
            <tr>
              {COLUMNS.map((column) => (
                <th key={column}>{message(column)}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {key.map((entry) => (
              <PseudonymRow
                key={entry.text}
                entry={entry}
                places={places.filter(({ text }) => text === entry.text)}
                isScanned={scan.state === 'done'}
              />
            ))}
          </tbody>
        </table>
      )}
      <AddPersonal />
    </section>
  );
}

interface PseudonymRowProps {
  entry: Pseudonym;
  places: readonly LibraryPlace[];
  isScanned: boolean;
}

function PseudonymRow({ entry, places, isScanned }: PseudonymRowProps) {
  const { text, kind, surrogate, isReplaced } = entry;
  return (
    <tr data-off={!isReplaced}>
      <td>
        <input
          type="checkbox"
          aria-label={message('studioReplaceText', text)}
          checked={isReplaced}
          onChange={({ target }) => changePseudonym(text, { isReplaced: target.checked })}
        />
      </td>
      <td className={styles.text}>{text}</td>
      <td>{message(KINDS[kind])}</td>
      <td className={styles.text}>{surrogate}</td>
      <td>
        {!isScanned || !isReplaced ? (
          '–'
        ) : places.length === 0 ? (
          message('studioNoPlaces')
        ) : (
          <details>
            <summary>{countMessage('studioPlaceCount', places.length)}</summary>
            <PlaceList places={places} />
          </details>
        )}
      </td>
    </tr>
  );
}

/** The places by demonstration and turn. */
function PlaceList({ places }: { places: readonly LibraryPlace[] }) {
  const lists = new Map<string, Map<number | null, string[]>>();
  for (const { demonstration, turn, kind } of places.slice(0, MOST_LISTED)) {
    const turns = lists.get(demonstration) ?? new Map<number | null, string[]>();
    turns.set(turn, [...(turns.get(turn) ?? []), message(PLACES[kind])]);
    lists.set(demonstration, turns);
  }
  return [...lists].map(([demonstration, turns]) => (
    <div key={demonstration} className={styles.places}>
      <p>{demonstration}</p>
      <ul>
        {[...turns].map(([turn, kinds]) => (
          <li key={turn}>
            {turn !== null && `${message('studioPlaceTurnNumber', String(turn + 1))}: `}
            {kinds.join(', ')}
          </li>
        ))}
      </ul>
    </div>
  ));
}

function AddPersonal() {
  const [text, setText] = useState('');
  const [kind, setKind] = useState<PersonalKind>('person');
  const add = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (text.trim() === '') return;
    addPersonal(text, kind);
    setText('');
  };
  return (
    <form className={styles.add} onSubmit={add}>
      <TextField label={message('studioAddPersonal')} value={text} onChange={setText} />
      <SelectField
        label={message('studioPersonalKind')}
        value={kind}
        options={KINDS}
        onChange={setKind}
      />
      <Button submits>{message('studioAdd')}</Button>
    </form>
  );
}
