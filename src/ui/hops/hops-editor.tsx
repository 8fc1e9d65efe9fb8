import type { KeyboardEvent } from 'react';
import { useLayoutEffect, useRef, useState } from 'react';
import type { Hop } from '../../core/demonstration/hops.ts';
import type { HopEdit } from '../../core/navigator/hops/change-hops.ts';
import { MAX_HOPS } from '../../core/navigator/hops/hop-list.ts';
import { message } from '../../messages/message.ts';
import { Button, IconButton } from '../components/buttons.tsx';
import { ArrowDownIcon, ArrowUpIcon, CloseIcon } from '../components/icons.tsx';
import styles from './hops-card.module.css';
import type { HopsModel } from './hops-model.ts';

interface HopsEditorProps {
  model: HopsModel;
  onEdit: (edit: HopEdit) => void;
}

/** Rewords, moves, removes and adds hops; every change applies at once. */
export function HopsEditor({ model, onEdit }: HopsEditorProps) {
  const { hops } = model;
  const list = useRef<HTMLOListElement>(null);
  const moved = useRef<{ id: string; by: -1 | 1 } | null>(null);
  const [news, setNews] = useState('');

  // A row loses the focus when it moves.
  useLayoutEffect(() => {
    const last = moved.current;
    moved.current = null;
    const row = last && list.current?.querySelector(`[data-hop="${last.id}"]`);
    const buttons = [...(row?.querySelectorAll('button') ?? [])].slice(0, 2);
    if (last?.by === 1) buttons.reverse();
    buttons.find(({ disabled }) => !disabled)?.focus();
  }, [hops]);

  const move = (hop: Hop, at: number, by: -1 | 1): void => {
    moved.current = { id: hop.id, by };
    setNews(message('commonHopMoved', hop.text, at + by + 1, hops.length));
    onEdit({ kind: 'move', id: hop.id, to: at + by });
  };
  const remove = (hop: Hop, at: number): void => {
    const next = hops[at + 1] ?? hops[at - 1];
    if (next) list.current?.querySelector<HTMLElement>(`[data-hop="${next.id}"] input`)?.focus();
    setNews(message('commonHopRemoved', hop.text));
    onEdit({ kind: 'remove', id: hop.id });
  };
  return (
    <>
      <ol className={styles.list} ref={list}>
        {hops.map((hop, at) => (
          <li key={hop.id} className={styles.edited} data-hop={hop.id}>
            <HopField hop={hop} number={at + 1} onEdit={onEdit} />
            {([-1, 1] as const).map((by) => (
              <IconButton
                key={by}
                label={message(by === -1 ? 'commonHopUp' : 'commonHopDown', hop.text)}
                icon={by === -1 ? <ArrowUpIcon /> : <ArrowDownIcon />}
                disabled={!hops[at + by]}
                onClick={() => move(hop, at, by)}
              />
            ))}
            <IconButton
              label={message('commonHopRemove', hop.text)}
              icon={<CloseIcon />}
              onClick={() => remove(hop, at)}
            />
          </li>
        ))}
      </ol>
      <NewHop model={model} onEdit={onEdit} />
      <p className="visually-hidden" aria-live="polite">
        {news}
      </p>
    </>
  );
}

/** Writes a hop with its site first, unless the text already names the site. */
function formatHop({ text, site }: Hop): string {
  return site === null || text.includes(site) ? text : `${site}: ${text}`;
}

type HopFieldProps = Pick<HopsEditorProps, 'onEdit'> & { hop: Hop; number: number };

function HopField({ hop, number, onEdit }: HopFieldProps) {
  const [draft, setDraft] = useState<string | null>(null);
  const written = formatHop(hop);
  const save = (): void => {
    if (draft !== null && draft.trim() !== '' && draft !== written) {
      onEdit({ kind: 'write', id: hop.id, text: draft });
    }
    setDraft(null);
  };
  return (
    <input
      className={styles.field}
      aria-label={message('commonHopNumber', number)}
      value={draft ?? written}
      onChange={({ target }) => setDraft(target.value)}
      onBlur={save}
      onKeyDown={(event: KeyboardEvent) => {
        if (event.key === 'Enter' && !event.nativeEvent.isComposing) save();
        if (event.key !== 'Escape' || draft === null) return;
        // Escape discards the draft here; elsewhere it stops the copilot.
        event.stopPropagation();
        setDraft(null);
      }}
    />
  );
}

function NewHop({ model: { hops }, onEdit }: HopsEditorProps) {
  const [draft, setDraft] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const isFirst = hops.length === 0;
  const isFull = hops.length >= MAX_HOPS;
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
        aria-label={message('commonHopNew')}
        placeholder={message('commonHopPlaceholder')}
        disabled={isFull}
        value={draft}
        onChange={({ target }) => setDraft(target.value)}
      />
      <Button submits disabled={isFull || draft.trim() === ''}>
        {message('commonHopAdd')}
      </Button>
      {!isFirst && (
        <Button variant="quiet" onClick={() => onEdit({ kind: 'clear' })}>
          {message('commonHopsClear')}
        </Button>
      )}
    </form>
  );
}
