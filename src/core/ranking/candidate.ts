import type { Intent, Uid } from '../action/action.ts';
import type { Box } from '../snapshot/snapshot.ts';

/** The fields a person would name an element by; every one may be empty. */
export interface CandidateFields {
  /** Accessible name. */
  name: string;
  /** Own visible text. */
  text: string;
  /** Label elements and aria-labelledby. */
  label: string;
  placeholder: string;
  title: string;
  /** Of its pictures; what its icons show where it has no name. */
  alt: string;
  /** Live value, or the chosen option's label. */
  value: string;
  /** id, name, class, test id and the end of a link's path, split on case and dashes. */
  key: string;
  /**
   * Where it stands: text beside it, row header or first cell, card heading, group legend, section
   * heading. One per line, nearest first.
   */
  context: string;
}

/** One item (row, card, list item) of a list on the page. */
export interface ItemPlace {
  /** Names the list: candidates of one list have the same. */
  list: string;
  /** Counted from 0. */
  index: number;
  size: number;
  /** Area of all its items, CSS px²; 0 in navigation, header and footer. */
  weight: number;
}

/** A day in a calendar that the page draws; month and year as its title tells them. */
export interface CalendarDay {
  day: number;
  /** From 1. */
  month: number | null;
  year: number | null;
}

/** An element that may be the target of an action. */
export interface Candidate {
  uid: Uid;
  frameId: number;
  tag: string;
  /** ARIA role, explicit or implied; `generic` when there is none. */
  role: string;
  fields: CandidateFields;
  /** Labels of its options, for select and listbox. */
  options: string[];
  /** In the top viewport; null when not rendered. */
  box: Box | null;
  inViewport: boolean;
  disabled: boolean;
  /** Of checkboxes, radios, switches, options, toggle buttons (`aria-pressed`); null for others. */
  checked: boolean | null;
  /** Of links: where it leads, as written; null for others. Two links to one place are one choice. */
  href: string | null;
  /** True where it opens a list or menu of its own (combobox, aria-haspopup). */
  opens?: boolean;
  /** Whether what it opens is open, when the page says so. */
  expanded?: boolean;
  /** Behind an open dialog, or hidden from assistive technology: out of reach for now. */
  behind?: boolean;
  /** In view, but a press there would reach another layer of the page that lies over it. */
  covered?: true;
  /** Came up since something was last done on the page (`markFresh`). */
  fresh?: true;
  /** Of fields of the browser's own that take dates or times only. */
  form?: 'date' | 'time';
  /** Of the days of calendars that the page draws itself. */
  day?: CalendarDay;
  /** Of text fields: the page takes no typing in it. */
  readOnly?: boolean;
  /** What it holds must not be repeated, as the page itself knows: it is or was a secret field, or the user wants it masked. */
  secret?: true;
  /** The items of lists it stands in, nearest first. */
  items?: ItemPlace[];
  /** In the element's own document (or shadow root): `/html[1]/body[1]/…`. */
  xpath: string;
  /** xpaths of the shadow hosts from the document down, when it is inside shadow roots. */
  shadowPath: string[] | null;
  /** The element as WebLINX's fine-tuned DMR reads it (`writeLiveDocuments`); only for that model. */
  document?: string;
}

export interface RankQuery {
  /** The words that name the target: `Add to cart`, `walnut lamp in the search box`. */
  text: string;
  /** What is going to be done with it: gives role priors. */
  intent: Intent | null;
  /** The state of the conversation as DMR is asked about it (`writeLiveQuery`); only for that model. */
  asked?: string;
}

export interface RankedCandidate {
  candidate: Candidate;
  /** 0 … 1 in meaning only: comparable within one result. */
  score: number;
  /** Every part of the score by name, already weighted: they add up to `score`. */
  parts: Record<string, number>;
  /**
   * Share of the words naming the target that were found in it, 0 … 1, whatever the other candidates
   * hold: below about a third nothing really fits. Unlike `score` comparable between results.
   */
  coverage: number;
  /** Query words that were found in it, for "why this element". */
  matched: string[];
}

/**
 * How far a ranking has come: `lexical` without the user's model, which may still come; `partial` with what
 * the model has read so far; `final`: nothing more will change it.
 */
export type RankStage = 'lexical' | 'partial' | 'final';

export interface RankResult {
  /** Best first. */
  ranked: RankedCandidate[];
  stage: RankStage;
  /** What ordered them, for the user: `lexical`, or `lexical + <encoder name>`. */
  ranker: string;
  /** Why the encoder took no part, when it should have; null otherwise. */
  notice: string | null;
  stats: { candidates: number; encoded: number; ms: number };
}

/** A sentence encoder: texts in, one unit vector of `dim` floats each out. */
export interface Encoder {
  readonly name: string;
  readonly dim: number;
  /** Share it may add to a score, 0 … 1: near 0 for untrained weights. */
  readonly weight: number;
  /** `onVector` hears each as soon as it is there, `at` being its text's place: an abort loses the others only. */
  encode(
    texts: readonly string[],
    signal?: AbortSignal,
    onVector?: (at: number, vector: Float32Array) => void,
  ): Promise<Float32Array[]>;
  /** What it knows of texts without any work, where it remembers; null for the others. */
  recall?: (texts: readonly string[]) => (Float32Array | null)[];
}
