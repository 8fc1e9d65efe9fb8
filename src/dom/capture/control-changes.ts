import { MASK } from '../../core/demonstration/secrets/secret-fields.ts';
import type { Uid } from '../../core/action/action.ts';
import { findClosest, matchesSelector } from '../native.ts';
import { findEditable, readChangedValue } from './text/controls.ts';
import type { PressTracker, Gesture } from './pointer/press-tracker.ts';
import type { CapturePorts } from './ports.ts';
import { containsComposed, findDeepTarget, findFocused, hasArea } from '../composed-tree.ts';
import { DeferredTasks } from './deferred-tasks.ts';

/**
 * Controls that are set: lists, boxes, dates, sliders, files. Steps made with keys in one control become one turn with
 * the last value, as typing does; so do options added to a list that takes several. Scripts that click a control cause
 * trusted `change` events too, so a change counts only if the last press was on that control.
 */
export function createControlChanges(
  ports: CapturePorts,
  presses: PressTracker,
  /** Called where the last press only adds to a change that is recorded: its click is not recorded as well. */
  spendClick: () => void,
) {
  const soon = new DeferredTasks();
  let episode: { turnId: string; control: Element; uid: Uid } | null = null;

  function emit(control: Element, value: string, cause: Gesture, event: Event): void {
    const shown = findVisibleControl(control, cause);
    const uid = ports.uidOf(shown);
    const more = shown === control ? {} : { control: ports.uidOf(control) };
    const turnId = presses.emit({ intent: 'change', uid, value }, shown, cause, event, more);
    episode = cause.kind === 'key' || takesSeveral(control) ? { turnId, control, uid } : null;
  }

  return {
    end: () => {
      soon.flush();
      episode = null;
    },

    /** A press in a list of several may add to what was chosen there. */
    onPress: (target: Element | null) => {
      soon.flush();
      const isGoingOn =
        episode &&
        takesSeveral(episode.control) &&
        target &&
        containsComposed(episode.control, target);
      if (!isGoingOn) episode = null;
    },

    /** The focus leaves, as in a list that a click closes: the click is still to come. */
    leave: () => {
      episode = null;
    },

    onChange(event: Event): void {
      const control = findDeepTarget(event, ports);
      const value = readChangedValue(control);
      if (control === null || value === null || ports.copilotSince() !== null) return;
      const isFile = control instanceof HTMLInputElement && control.type === 'file';
      // Only a person gives files to a page, in the browser's dialog or by dropping them.
      const cause = presses.last ?? (isFile ? presses.captureState(event) : null);
      if (!cause) return;
      const isPressed = isPressOnControl(cause.target, control);
      const isChosen = !isPressed && isAutofilled(control, ports);
      if (!isPressed && !isChosen && !isFile) return;
      const shown = ports.isSecret(control) ? MASK : value.toWellFormed();
      if (episode?.control === control && (cause.kind === 'key' || takesSeveral(control))) {
        const { uid } = episode;
        if (cause.kind === 'pointer') spendClick();
        ports.revise({ turnId: episode.turnId, action: { intent: 'change', uid, value: shown } });
      } else if (isChosen) {
        emit(control, shown, { ...cause, kind: 'key', turnId: null }, event);
      } else if (cause.kind === 'pointer' && cause.turnId === null) {
        // The click that sets a list or slider comes after the change, but caused it.
        soon.defer(() => emit(control, shown, cause, event));
      } else emit(control, shown, cause, event);
    },
  };
}

function takesSeveral(control: Element): boolean {
  return control instanceof HTMLSelectElement && control.multiple;
}

/** Autofilled together with the field that has the focus. */
function isAutofilled(control: Element, ports: CapturePorts): boolean {
  return matchesSelector(control, ':autofill') && findEditable(findFocused(ports)) !== null;
}

/**
 * The visible part of a control: many pages hide the real control behind a label or button, which was then pressed. A
 * target without a box could not be pointed at.
 */
function findVisibleControl(control: Element, { target }: Gesture): Element {
  return hasArea(control) || !hasArea(target) ? control : target;
}

function isPressOnControl(pressed: Element, control: Element): boolean {
  if (containsComposed(control, pressed)) return true;
  const label = findClosest(pressed, 'label');
  if (label instanceof HTMLLabelElement && label.control === control) return true;
  // Arrow keys move between the radio buttons of a group.
  return (
    pressed instanceof HTMLInputElement &&
    control instanceof HTMLInputElement &&
    pressed.type === 'radio' &&
    control.type === 'radio' &&
    pressed.name === control.name &&
    pressed.form === control.form
  );
}
