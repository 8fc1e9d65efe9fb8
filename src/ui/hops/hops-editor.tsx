import type { KeyboardEvent } from 'react';
import { useLayoutEffect, useRef, useState } from 'react';
import type { HopEdit } from '../../core/navigator/hops/change-hops.ts';
import type { Hop } from '../../core/demonstration/hops.ts';
import { Button, IconButton } from '../components/buttons.tsx';
import { ArrowDownIcon, CloseIcon } from '../components/icons.tsx';
import styles from './hops-card.module.css';
import type { HopsModel } from './hops-model.ts';

interface HopsEditorProps {
  model: HopsModel;
  onEdit: (edit: HopEdit) => void;
}

/** Rewording, ordering, taking out and adding; every change holds at once. */
export function HopsEditor({ model, onEdit }: HopsEditorProps) {
  const { hops, isFull } = model;
  const list = useRef<HTMLOListElement>(null);
  const moved = useRef<{ id: string; by: -1 | 1 } | null>(null);
  const [news, setNews] = useState('');

  // A row that changes its place loses the focus.
  useLayoutEffect(() => {
    const last = moved.current;
    moved.current = null;
    const row = last && list.current?.querySelector(`[data-hop="${last.id}"]`);
    const buttons = [...(row?.querySelectorAll('button') ?? [])].slice(0, 2);
    const own = last?.by === 1 ? buttons[1] : buttons[0];
    const free = own?.disabled === false ? own : buttons.find(({ disabled }) => !disabled);
    free?.focus();
  }, [hops]);

  const move = (hop: Hop, at: number, by: -1 | 1): void => {
    moved.current = { id: hop.id, by };
    setNews(`${hop.text}: place ${String(at + by + 1)} of ${String(hops.length)}`);
    onEdit({ kind: 'move', id: hop.id, to: at + by });
  };
  const remove = (hop: Hop, at: number): void => {
    const next = hops[at + 1] ?? hops[at - 1];
    if (next) list.current?.querySelector<HTMLElement>(`[data-hop="${next.id}"] input`)?.focus();
    setNews(`${hop.text}: taken out`);
    onEdit({ kind: 'remove', id: hop.id });
  };
  return (
    <>
      <ol className={styles.list} ref={list}>
        {hops.map((hop, at) => (
          <li key={hop.id} className={styles.edited} data-hop={hop.id}>
            <HopField hop={hop} number={at + 1} onEdit={onEdit} />
            <IconButton
              label={`Move up: ${hop.text}`}
              icon={
                <span className={styles.up}>
                  <ArrowDownIcon />
                </span>
              }
              disabled={at === 0}
              onClick={() => move(hop, at, -1)}
            />
            <IconButton
              label={`Move down: ${hop.text}`}
              icon={<ArrowDownIcon />}
              disabled={at === hops.length - 1}
              onClick={() => move(hop, at, 1)}
            />
            <IconButton
              label={`Take out: ${hop.text}`}
              icon={<CloseIcon />}
              onClick={() => remove(hop, at)}
            />
          </li>
        ))}
      </ol>
      <NewHop isFirst={hops.length === 0} isFull={isFull} onEdit={onEdit} />
      <p className="visually-hidden" aria-live="polite">
        {news}
      </p>
    </>
  );
}

/** As the hop is written: its site first, where its words do not name it. */
function formatHop({ text, site }: Hop): string {
  return site === null || text.includes(site) ? text : `${site}: ${text}`;
}

interface HopFieldProps {
  hop: Hop;
  number: number;
  onEdit: (edit: HopEdit) => void;
}

function HopField({ hop, number, onEdit }: HopFieldProps) {
  const [draft, setDraft] = useState<string | null>(null);
  const written = formatHop(hop);
  const keep = (): void => {
    if (draft !== null && draft.trim() !== '' && draft !== written) {
      onEdit({ kind: 'write', id: hop.id, text: draft });
    }
    setDraft(null);
  };
  return (
    <input
      className={styles.field}
      aria-label={`Hop ${String(number)}`}
      value={draft ?? written}
      onChange={(event) => setDraft(event.target.value)}
      onBlur={keep}
      onKeyDown={(event: KeyboardEvent) => {
        if (event.key === 'Enter' && !event.nativeEvent.isComposing) keep();
        if (event.key !== 'Escape' || draft === null) return;
        // Here it takes back what was typed; elsewhere it stops the copilot.
        event.stopPropagation();
        setDraft(null);
      }}
    />
  );
}

interface NewHopProps {
  /** There is none yet. */
  isFirst: boolean;
  isFull: boolean;
  onEdit: (edit: HopEdit) => void;
}

function NewHop({ isFirst, isFull, onEdit }: NewHopProps) {
  const [draft, setDraft] = useState('');
  const field = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    if (isFirst) field.current?.focus();
  }, [isFirst]);
  return (
    <form
      className={styles.adding}
      onSubmit={(event) => {
        event.preventDefault();
        if (draft.trim() === '' || isFull) return;
        onEdit({ kind: 'add', text: draft });
        setDraft('');
      }}
    >
      <input
        ref={field}
        className={styles.field}
        aria-label="New hop"
        placeholder="shop.example: what to do there"
        disabled={isFull}
        value={draft}
        onChange={(event) => setDraft(event.target.value)}
      />
      <Button submits disabled={isFull || draft.trim() === ''}>
        Add
      </Button>
      {!isFirst && (
        <Button variant="quiet" onClick={() => onEdit({ kind: 'clear' })}>
          Clear list
        </Button>
      )}
    </form>
  );
}
