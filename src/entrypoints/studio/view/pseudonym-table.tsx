import type { SubmitEvent } from 'react';
import { useState } from 'react';
import type { LibraryPlace } from '../../../app/library/pseudonyms.ts';
import type { PersonalKind, Pseudonym } from '../../../core/demonstration/pseudonyms/key.ts';
import { PERSONAL_KINDS } from '../../../core/demonstration/pseudonyms/key.ts';
import type { PlaceKind } from '../../../core/demonstration/pseudonyms/pseudonymize.ts';
import type { MessageName } from '../../../messages/message.ts';
import { countMessage, message } from '../../../messages/message.ts';
import { Button } from '../../../ui/components/buttons.tsx';
import { SelectField, TextField } from '../../../ui/components/fields.tsx';
import type { ExportDialogModel, StudioEvents } from '../studio-model.ts';
import styles from './export-dialog.module.css';

const KINDS: Record<PersonalKind, MessageName> = {
  person: 'studioKindPerson',
  email: 'studioKindEmail',
  phone: 'studioKindPhone',
  card: 'studioKindCard',
  address: 'studioKindAddress',
  other: 'studioKindOther',
};
const KIND_OPTIONS = PERSONAL_KINDS.map((value) => ({ value, label: message(KINDS[value]) }));

const PLACES: Record<PlaceKind, MessageName> = {
  form: 'studioPlaceForm',
  turn: 'studioPlaceTurn',
  page: 'studioPlacePage',
  picture: 'studioPlacePicture',
  dropped: 'studioPlaceDropped',
};

/** More places than a person reads. */
const MOST_LISTED = 200;

interface PseudonymTableProps {
  model: ExportDialogModel;
  /** The demonstrations that are going to be exported. */
  ids: readonly string[];
  events: Pick<
    StudioEvents,
    'onLookForPersonal' | 'onChangePseudonym' | 'onAddPersonal' | 'onCancelBundle'
  >;
}

/** What is replaced by what, and where it stands; texts can be added, and wrong ones left. */
export function PseudonymTable({ model: { key, scan }, ids, events }: PseudonymTableProps) {
  const places = scan.state === 'done' ? scan.places : [];
  return (
    <section className={styles.pseudonyms} aria-label={message('studioPseudonymsList')}>
      <p className={styles.hint}>{message('studioPseudonymsHint')}</p>
      <div className={styles.look}>
        {scan.state === 'running' ? (
          <>
            <progress value={scan.fraction} aria-label={message('studioLooking')} />
            <Button onClick={events.onCancelBundle}>{message('commonCancel')}</Button>
          </>
        ) : (
          <Button onClick={() => events.onLookForPersonal(ids)}>
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
              <th>{message('studioReplace')}</th>
              <th>{message('studioPersonalText')}</th>
              <th>{message('studioPersonalKind')}</th>
              <th>{message('studioSurrogate')}</th>
              <th>{message('studioPlaces')}</th>
            </tr>
          </thead>
          <tbody>
            {key.map((entry) => (
              <PseudonymRow
                key={entry.text}
                entry={entry}
                places={places.filter(({ text }) => text === entry.text)}
                isScanned={scan.state === 'done'}
                onChange={(change) => events.onChangePseudonym(entry.text, change)}
              />
            ))}
          </tbody>
        </table>
      )}
      <AddPersonal onAdd={events.onAddPersonal} />
    </section>
  );
}

interface PseudonymRowProps {
  entry: Pseudonym;
  places: readonly LibraryPlace[];
  isScanned: boolean;
  onChange: (change: Partial<Pseudonym>) => void;
}

function PseudonymRow({ entry, places, isScanned, onChange }: PseudonymRowProps) {
  const { text, kind, surrogate, isReplaced } = entry;
  return (
    <tr data-off={!isReplaced}>
      <td>
        <input
          type="checkbox"
          aria-label={message('studioReplaceText', text)}
          checked={isReplaced}
          onChange={({ target }) => onChange({ isReplaced: target.checked })}
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

function AddPersonal({ onAdd }: { onAdd: StudioEvents['onAddPersonal'] }) {
  const [text, setText] = useState('');
  const [kind, setKind] = useState<PersonalKind>('person');
  const add = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (text.trim() === '') return;
    onAdd(text, kind);
    setText('');
  };
  return (
    <form className={styles.add} onSubmit={add}>
      <TextField label={message('studioAddPersonal')} value={text} onChange={setText} />
      <SelectField
        label={message('studioPersonalKind')}
        value={kind}
        options={KIND_OPTIONS}
        onChange={setKind}
      />
      <Button submits>{message('studioAdd')}</Button>
    </form>
  );
}
