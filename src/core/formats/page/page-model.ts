import type { Hash } from '../../demonstration/demonstration.ts';
import type { Box } from '../../snapshot/snapshot.ts';

/** What the time-travel page shows: the file `page.json`, which the viewer in the page reads. */
export interface PageModel {
  title: string;
  /** ISO 8601, UTC. */
  startedAt: string;
  recorder: string;
  /** Such as the outcome, the annotator and the tasks: label and value. */
  facts: [label: string, value: string][];
  steps: PageStep[];
}

interface StepBase {
  /** Index of the turn from 0, as in WebLINX's files. `#turn-12` leads to it. */
  turn: number;
  by: 'person' | 'copilot';
  /** Since the recording began. */
  seconds: number;
}

export interface TalkStep extends StepBase {
  kind: 'talk';
  speaker: 'instructor' | 'navigator';
  text: string;
}

export interface ActionStep extends StepBase {
  kind: 'action';
  /** In words: `Click Add to cart`. */
  text: string;
  /** The call string: `click(uid="…")`. */
  call: string;
  url: string;
  before: Picture | Absent;
  after: Picture | Absent;
  element: PageElement | null;
  /** Where the pointer was; shares of the picture's sides, from 0 to 1. */
  pointer: { x: number; y: number } | null;
  /** The saved documents: the top frame first, parents before children. */
  frames: PageFrame[];
  /** One line per verified change. */
  receipt: { verdict: 'changed' | 'unchanged' | 'unknown'; lines: string[] } | null;
  ranking: { best: RankedElement[]; total: number } | null;
  /** The turn that caused this one. */
  causedBy: number | null;
  /** Call strings of refused proposals. */
  refused: string[];
}

export type PageStep = TalkStep | ActionStep;

export interface Picture {
  content: Hash;
  width: number;
  height: number;
  proof: Proof;
}

/** `claimed` was not verified by Wayscribe; `late` may show another state of the page. */
export interface Proof {
  level: 'verified' | 'claimed' | 'late';
  sentence: string;
  /** Where the page may differ; shares of the picture's sides. */
  regions: Box[];
}

/** `reason`: why a picture is missing, as a clause. */
export interface Absent {
  content: null;
  reason: string;
}

export interface PageElement {
  uid: string;
  name: string;
  role: string;
  tag: string;
  xpath: string;
  /** Shares of the picture's sides, from 0 to 1; null where unknown. */
  box: Box | null;
}

export interface PageFrame {
  id: number;
  parent: number | null;
  /** Uid of the frame element in the parent. */
  owner: string | null;
  content: Hash;
  root: Record<string, string>;
  /** CSS px. */
  width: number;
  height: number;
  scroll: { x: number; y: number };
}

export interface RankedElement {
  rank: number;
  uid: string;
  /** As a person would call it. */
  text: string;
  box: Box | null;
  isTarget: boolean;
}
