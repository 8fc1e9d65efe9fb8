import type { Uid } from '../../core/action/action.ts';
import type { CapturedTurn, TurnRevision } from '../../core/demonstration/captured-turn.ts';
import type { ChangeLog, Differences } from '../../core/demonstration/screenshot-proof.ts';
import type { RecordingOptions } from '../../core/demonstration/recording-options.ts';
import type { RawFrame } from '../../core/snapshot/snapshot.ts';
import type { ChangeClock } from '../snapshot/reuse/change-clock.ts';

export interface MaskedParts {
  holds: (element: Element) => boolean;
  /** Such parts and secret fields inside an element. */
  listIn: (element: Element) => readonly Element[];
}

export interface CapturePorts {
  document: Document;
  /** What is chosen for this recording; may become known only after the first moments. */
  options: () => RecordingOptions;
  /** The frame as it is at this very instant, with boxes for `targets` in any case. Never throws. */
  take: (targets: readonly Element[]) => RawFrame;
  uidOf: (element: Element) => Uid;
  shadowRootOf: (element: Element) => ShadowRoot | null;
  /** Our own overlay: what happens on it is no action on the page. */
  isOurs: (target: EventTarget) => boolean;
  isSecret: (element: Element) => boolean;
  /** Parts whose texts must not be read. */
  hidden: MaskedParts;
  /** The document's changes up to now, but for what the focus did at or after `butFocusSince` (epoch ms). */
  changes: (butFocusSince?: number) => ChangeLog;
  /** Where the document in `now` can differ from the last screenshots in which the target is where it was. */
  differences: (now: RawFrame, target: Element) => Differences[];
  clock: Pick<
    ChangeClock,
    'lastChangeAt' | 'flush' | 'watch' | 'noteChange' | 'noteFocus' | 'noteRestyle'
  >;
  numberOf: (element: Element) => number;
  newId: () => string;
  /** Since when the copilot is acting in this document, null when it is not: its effects are not a person's. */
  copilotSince: () => number | null;
  emit: (captured: CapturedTurn) => void;
  revise: (revised: TurnRevision) => void;
  /** Something changed and then came to rest: a screenshot now may serve the next action. */
  requestScreenshot: () => void;
}
