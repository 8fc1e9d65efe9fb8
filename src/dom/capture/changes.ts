import type { Uid } from '../../core/action/action.ts';
import { findClosest } from '../read/native.ts';
import { readChangedValue } from './controls.ts';
import { findDeepTarget, holds } from './deep-target.ts';
import type { Gesture } from './gesture.ts';
import type { Hand } from './hand.ts';
import type { CapturePorts } from './ports.ts';

/**
 * Controls that are set: lists, boxes, dates, sliders, files. Steps made with keys in one control are
 * one turn with the last value, as typing is. Scripts that click a control make trusted `change` events
 * too, so a change counts only when the last press was on that very control.
 */
export function createChanges(ports: CapturePorts, hand: Hand) {
  let episode: { turnId: string; control: Element } | null = null;

  function emit(control: Element, value: string, cause: Gesture, event: Event): void {
    const uid = ports.uidOf(control);
    const turnId = hand.emit({ intent: 'change', uid, value }, control, cause, event);
    episode = cause.kind === 'key' ? { turnId, control } : null;
  }

  return {
    end: () => {
      episode = null;
    },

    onChange(event: Event): void {
      const control = findDeepTarget(event, ports);
      const value = readChangedValue(control);
      const cause = hand.last();
      if (control === null || value === null || !cause || ports.copilotSince() !== null) return;
      if (!concerns(cause.target, control)) return;
      const shown = ports.isSecret(control) ? ports.mask : value.toWellFormed();
      if (episode?.control === control && cause.kind === 'key') {
        const uid: Uid = ports.uidOf(control);
        ports.revise({ turnId: episode.turnId, action: { intent: 'change', uid, value: shown } });
      } else emit(control, shown, cause, event);
    },
  };
}

/** Whether a press on `pressed` sets `control`. */
function concerns(pressed: Element, control: Element): boolean {
  if (holds(control, pressed)) return true;
  const label = findClosest(pressed, 'label');
  if (label instanceof HTMLLabelElement && label.control === control) return true;
  // Arrow keys go from one radio button of a group to the next.
  return (
    pressed instanceof HTMLInputElement &&
    control instanceof HTMLInputElement &&
    pressed.type === 'radio' &&
    control.type === 'radio' &&
    pressed.name === control.name &&
    pressed.form === control.form
  );
}
