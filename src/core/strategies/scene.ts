import type { Speaker } from '../action/action.ts';
import type { TurnCall } from '../formats/dmr/turn-call.ts';
import type { OtrMaterial } from '../formats/otr/prompt.ts';
import type { ChatImage } from '../navigator/chat-message.ts';
import type { ToldHops } from '../navigator/hops/told-hops.ts';
import type { Past } from '../navigator/memory/past.ts';
import type { Candidate } from '../ranking/candidate.ts';
import type { ElementNode } from '../snapshot/node.ts';
import type { Box } from '../snapshot/snapshot.ts';
import type { Fence } from './fence.ts';

/** What was said and done so far. */
export type Told =
  | { kind: 'said'; speaker: Speaker; text: string }
  | {
      kind: 'acted';
      call: TurnCall;
      /** In words, with the element it was done to. */
      done: string;
      /** What came of it, in one sentence; null where that was not kept. */
      outcome: string | null;
    };

/** What a page offers, for prompts that are not WebLINX's. */
export interface Elements {
  /** Best first. */
  candidates: readonly Candidate[];
  /** The whole page; null when nothing of it was kept. */
  tree: ElementNode | null;
}

/** For WebLINX's prompt. `choices` are the candidates that it lists. */
export interface OtrScene {
  material: OtrMaterial;
  choices: readonly Candidate[];
}

/** A name to be drawn into a screenshot; the box in CSS px of the top viewport. */
export interface Mark {
  label: string;
  box: Box;
}

export type Picture =
  | { ok: true; image: ChatImage }
  /** `reason` ends a sentence that begins with "Without a picture of the page, since". */
  | { ok: false; reason: string };

/**
 * The moment at which a model is asked, from a page that is open or from a recording: strategies see
 * nothing else. What is costly is only read when a strategy asks for it.
 */
export interface Scene {
  url: string;
  title: string;
  /** CSS px. */
  viewport: { width: number; height: number } | null;
  /** Oldest first. */
  history: readonly Told[];
  /** Past demonstrations like what is asked now, best first; none while a recording is judged. */
  pasts?: readonly Past[];
  /** The subtasks of the request; null without any, absent while a recording is judged. */
  hops?: ToldHops | null;
  readElements(): Promise<Elements>;
  readOtr(): Promise<OtrScene>;
  /** The screen with these marks on it; absent where nobody can draw them. */
  takePicture?(marks: readonly Mark[]): Promise<Picture>;
  /**
   * Set while a page is really acted on: what comes from it is fenced, and calls that WebLINX lacks are
   * offered. Null for a recording, whose prompts are as the papers have them.
   */
  live: { fence: Fence } | null;
}
