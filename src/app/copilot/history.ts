import { addUserAction } from '../../core/navigator/run/user-action.ts';
import type { UserAction } from '../../core/navigator/run/user-action.ts';
import { toUserActionHistory } from '../../core/navigator/run/history.ts';
import { maskAction } from '../../core/demonstration/secrets/secret-fields.ts';
import type { HistoryEntry } from '../../core/navigator/run/history.ts';
import { maskHistory, readTypedSecret } from '../../core/navigator/journal/mask-secrets.ts';
import type { RunEvent } from '../../core/navigator/run/run-event.ts';

/** What was said and done in one conversation, as the navigator is told it. */
export interface CopilotHistory {
  /** Puts what was said and done in an earlier session before all. */
  recall: (earlier: readonly HistoryEntry[]) => void;
  /** Puts what the instructor did by hand before their last message. */
  show: (done: readonly HistoryEntry[]) => void;
  /** The instructor has spoken. */
  hear: (text: string) => void;
  /** A round has told something. */
  note: (event: RunEvent) => void;
  /** All before the instructor's last message. */
  readBefore: () => readonly HistoryEntry[];
}

type Announced = Extract<RunEvent, { type: 'acting' | 'approval' | 'forbidden' }>;

export function keepCopilotHistory(): CopilotHistory {
  let history: HistoryEntry[] = [];
  let acting: Announced | null = null;
  let deeds: readonly UserAction[] = [];
  /** What each action was announced as. */
  const names = new Map<string, string>();
  return {
    recall: (earlier) => void history.unshift(...earlier),
    show: (done) => void history.splice(-1, 0, ...done),
    hear: (text) => void history.push({ kind: 'said', speaker: 'instructor', text }),
    note(event) {
      if (event.type === 'deed') deeds = addUserAction(deeds, event.deed);
      if (event.type === 'released' || event.type === 'ended') {
        history.push(...toUserActionHistory(deeds));
        deeds = [];
      }
      if (event.type === 'said') {
        history.push({ kind: 'said', speaker: 'navigator', text: event.text });
      }
      if (event.type === 'asked') {
        history.push({ kind: 'said', speaker: 'navigator', text: event.question });
      }
      if (event.type === 'acting' || event.type === 'approval' || event.type === 'forbidden') {
        acting = event;
        names.set(event.turnId, event.description);
      }
      if (event.type === 'acted' && event.later) {
        const text = `(Later: ${names.get(event.turnId) ?? 'what was done'}: ${event.description}.)`;
        history.push({ kind: 'said', speaker: 'navigator', text });
      }
      const isAnswer = event.type === 'acted' || event.type === 'refused';
      if (isAnswer && acting?.turnId === event.turnId) {
        const { action, target, description } = acting;
        const receipt = event.type === 'acted' ? event.receipt : null;
        const outcome = event.type === 'acted' ? event.description : event.message;
        const secret = readTypedSecret(action, target, receipt);
        const told = secret === null ? action : maskAction(action);
        history.push({ kind: 'acted', action: told, receipt, outcome, description });
        // What the instructor gave for it is told in this round, which needs it, and in no later one.
        if (secret !== null) history = maskHistory(history, secret);
        acting = null;
      }
    },
    readBefore: () => history.slice(0, -1),
  };
}
