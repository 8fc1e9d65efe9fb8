import { DEFAULT_OPTIONS } from '../../core/demonstration/recording-options.ts';
import type { CapturedTurn, TurnRevision } from '../../core/demonstration/captured-turn.ts';
import { startCapture } from '../../dom/capture/capture.ts';
import type { ElementDescription } from '../../dom/capture/describe-element.ts';
import { describeElement } from '../../dom/capture/describe-element.ts';
import type { Overlay } from '../../dom/overlay/overlay.ts';
import { findClosest } from '../../dom/native.ts';
import { senderTo } from '../../platform/messages.ts';
import type { Panel, SeenAction } from '../../protocol/panel.ts';
import type { DocumentReader } from './document-reader.ts';
import { makeId } from './recording.ts';
import type { Recording } from './recording.ts';
import { makeEmptyFrame } from './document-reader.ts';

const sendToPanel = senderTo<Panel>('panel');

/** What says something to a navigator; where a person looks does not. */
const REPORTED_INTENTS: ReadonlySet<string> = new Set([
  ...['click', 'textInput', 'change', 'submit', 'press', 'paste'],
]);
/** Clicks land on the innermost element; this is what was meant. */
const CONTROLS =
  'a[href], button, summary, select, option, input, textarea, [role=button], [role=link], [role=tab], [role=option], [role=menuitem], [role=checkbox], [role=radio], [role=switch], [role=treeitem]';
/** Sends names, not pages. */
const MAX_NAME_LENGTH = 200;

/**
 * Tells the panel what the person does in this document while they have the tab: with the recorder's own
 * eyes, which are opened for it where nothing is recorded, but take no page.
 */
export function createUserActionReporter(
  reader: DocumentReader,
  overlay: Overlay,
  recording: Recording,
  signal: AbortSignal,
) {
  let isOn = false;
  let own: { controller: AbortController; flush: () => void } | null = null;
  const reported = new Map<string, SeenAction>();
  const sending = new Set<Promise<unknown>>();

  function send(action: SeenAction): void {
    reported.set(action.id, action);
    const clean = { ...action, action: reader.masking.cleanAction(action.action) };
    const sent = sendToPanel('pilot.did', clean).catch(() => undefined);
    sending.add(sent);
    void sent.then(() => sending.delete(sent));
  }

  function see(captured: CapturedTurn): void {
    if (!REPORTED_INTENTS.has(captured.action.intent)) return;
    const seen = describeSeen(captured, reader);
    reader.masking.whenKnown(() => send(seen));
  }

  function revise({ turnId, action }: TurnRevision): void {
    reader.masking.whenKnown(() => {
      const before = reported.get(turnId);
      if (before && action.intent === 'textInput') send({ ...before, action });
    });
  }

  function begin(): void {
    const controller = new AbortController();
    const { flush } = startCapture(
      {
        ...reader,
        document,
        options: () => OPTIONS_WITHOUT_HOVER,
        take: () => makeEmptyFrame(0, ''),
        isOurs: overlay.owns,
        changes: () => reader.changes(Date.now()),
        differences: () => [],
        newId: makeId,
        copilotSince: recording.copilotSince,
        emit: see,
        revise,
        requestScreenshot: () => undefined,
      },
      AbortSignal.any([signal, controller.signal]),
    );
    own = { controller, flush };
  }

  /** To be called when recording begins or ends: only one of the two looks. */
  function refresh(): void {
    const needsOwn = isOn && !recording.isOn();
    if (needsOwn && !own) begin();
    if (!needsOwn && own) {
      own.flush();
      own.controller.abort();
      own = null;
    }
    recording.setListener(isOn ? { onCaptured: see, onRevised: revise } : null);
  }

  return {
    refresh,
    /** Off: resolves when everything has been sent. */
    async set(on: boolean): Promise<void> {
      if (isOn && !on) recording.flush();
      isOn = on;
      refresh();
      if (on) return;
      await Promise.all(sending);
      reported.clear();
    },
  };
}

export type UserActionReporter = ReturnType<typeof createUserActionReporter>;

/** Without the recorder's costlier eyes. */
const OPTIONS_WITHOUT_HOVER = { ...DEFAULT_OPTIONS, hover: false };

/** Describes an action on the control that was meant, in which the innermost element was clicked. */
function describeSeen(
  { turnId: id, at, action, element }: CapturedTurn,
  reader: DocumentReader,
): SeenAction {
  const isClick = action.intent === 'click';
  const found = isClick && element ? reader.resolve(element.uid) : null;
  const control = found && findClosest(found, CONTROLS);
  const meant = control && control !== found ? describeElement(control, reader) : element;
  const target = meant && describeTarget(meant);
  return { id, at, action: target && isClick ? { ...action, uid: target.uid } : action, target };
}

function describeTarget({
  uid,
  tagName,
  role,
  name,
  textContent,
  attributes,
}: ElementDescription): NonNullable<SeenAction['target']> {
  const of = (attribute: string): string => attributes[attribute] ?? '';
  return {
    uid,
    tag: tagName.toLowerCase(),
    role,
    name: shorten(name),
    text: shorten(textContent),
    placeholder: shorten(of('placeholder')),
    key: shorten(`${of('id')} ${of('name')}`.trim()),
  };
}

function shorten(text: string): string {
  return text.trim().replace(/\s+/g, ' ').slice(0, MAX_NAME_LENGTH).toWellFormed();
}
