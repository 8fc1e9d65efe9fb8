import type { KeyboardEvent } from 'react';
import { useId, useLayoutEffect, useRef, useState } from 'react';
import type { Hop, HopEvidence } from '../../core/demonstration/hops.ts';
import type { HopEdit } from '../../core/navigator/hops/change-hops.ts';
import type { HopList } from '../../core/navigator/hops/hop-list.ts';
import { findCurrentHop, MAX_HOPS } from '../../core/navigator/hops/hop-list.ts';
import { message } from '../../messages/message.ts';
import { Button, IconButton } from '../components/buttons.tsx';
import {
  ArrowDownIcon,
  ArrowUpIcon,
  ChevronIcon,
  CloseIcon,
  WarningIcon,
} from '../components/icons.tsx';
import styles from './hops-card.module.css';

/** The list of hops as the panel shows it. */
export interface HopsModel {
  hops: readonly Hop[];
  /** A hop that the copilot reported as done without evidence. */
  unverifiedId: string | null;
}

/** The list that the instructor starts from. */
export const EMPTY_HOPS: HopsModel = { hops: [], unverifiedId: null };

/** Returns null for an empty list. */
export function toHopsModel(
  { hops }: HopList,
  refused: { hopId: string | null } | null,
): HopsModel | null {
  return hops.length === 0 ? null : { hops, unverifiedId: refused?.hopId ?? null };
}

function countDone(hops: readonly Hop[]): number {
  return hops.filter(({ state }) => state === 'done').length;
}

/** Returns `1 of 3 done`. */
export function describeProgress({ hops }: Pick<HopsModel, 'hops'>): string {
  return message('commonHopsProgress', countDone(hops), hops.length);
}

/** Returns what a screen reader hears when the list changes. */
function announceHops({ hops }: HopsModel): string {
  if (hops.length === 0) return '';
  const current = findCurrentHop({ hops });
  return current
    ? message('commonHopsNow', countDone(hops), hops.length, current.text)
    : message('commonHopsAllDone');
}

export function describeEvidence(evidence: HopEvidence): string {
  if (evidence.from === 'instructor') return message('commonHopTicked');
  const { text, host } = evidence;
  if (evidence.from === 'address') return message('commonHopAddress', text);
  const isReceipt = evidence.from === 'receipt';
  if (host === '') return message(isReceipt ? 'commonHopReceipt' : 'commonHopRead', text);
  return message(isReceipt ? 'commonHopReceiptOn' : 'commonHopReadOn', text, host);
}

interface HopsCardProps {
  model: HopsModel;
  onEdit: (edit: HopEdit) => void;
  onDone?: () => void;
}

/** The hops of a task with their progress and evidence, which the instructor can edit. */
export function HopsCard({ model, onEdit, onDone }: HopsCardProps) {
  const [isOpen, setOpen] = useState(true);
  const [isEditing, setEditing] = useState(model.hops.length === 0);
  const id = useId();
  const { hops } = model;
  const current = findCurrentHop(model);
  return (
    <section className={styles.card} aria-labelledby={`${id}-title`}>
      <div className={styles.head}>
        <button
          type="button"
          className={styles.toggle}
          aria-expanded={isOpen}
          aria-controls={`${id}-list`}
          onClick={() => setOpen(!isOpen)}
        >
          <ChevronIcon />
          <span id={`${id}-title`} className={styles.title}>
            {message('commonHops')}
          </span>
          <span className={styles.count}>
            {hops.length === 0 ? message('commonHopsHint') : describeProgress(model)}
          </span>
          {!isOpen && current && <span className={styles.now}>{current.text}</span>}
        </button>
        {isOpen && (
          <Button
            variant="quiet"
            onClick={() => {
              setEditing(!isEditing);
              if (isEditing) onDone?.();
            }}
          >
            {message(isEditing ? 'commonHopsDone' : 'commonHopsEdit')}
          </Button>
        )}
      </div>
      <div id={`${id}-list`} className={styles.body} hidden={!isOpen}>
        {isEditing ? (
          <HopsEditor model={model} onEdit={onEdit} />
        ) : (
          <ol className={styles.list}>
            {hops.map((hop) => (
              <HopRow key={hop.id} hop={hop} model={model} onEdit={onEdit} />
            ))}
          </ol>
        )}
      </div>
      <p className="visually-hidden" aria-live="polite">
        {announceHops(model)}
      </p>
    </section>
  );
}

type EditorProps = Omit<HopsCardProps, 'onDone'>;

function HopRow({ hop, model, onEdit }: EditorProps & { hop: Hop }) {
  const id = useId();
  const { text, site, state, evidence } = hop;
  const isCurrent = hop === findCurrentHop(model);
  return (
    <li
      className={styles.hop}
      data-state={state}
      data-current={isCurrent}
      aria-current={isCurrent ? 'step' : undefined}
    >
      <input
        id={id}
        type="checkbox"
        checked={state === 'done'}
        onChange={({ target }) => onEdit({ kind: 'tick', id: hop.id, done: target.checked })}
      />
      <label htmlFor={id} className={styles.text}>
        {text}
        {site !== null && !text.includes(site) && <span className={styles.site}>{site}</span>}
      </label>
      {evidence && (
        <details className={styles.evidence}>
          <summary>{message('commonHopEvidence')}</summary>
          <p>{describeEvidence(evidence)}</p>
        </details>
      )}
      {hop.id === model.unverifiedId && state === 'open' && (
        <p className={styles.doubt}>
          <WarningIcon />
          <span>{message('commonHopUnverified')}</span>
        </p>
      )}
    </li>
  );
}

/** Rewords, moves, removes and adds hops; every change applies at once. */
function HopsEditor({ model, onEdit }: EditorProps) {
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

type HopFieldProps = Pick<EditorProps, 'onEdit'> & { hop: Hop; number: number };

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

function NewHop({ model: { hops }, onEdit }: EditorProps) {
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
