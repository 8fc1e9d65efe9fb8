import { matchesSelector } from '../read/native.ts';
import { findDeepTarget, findFocused } from './deep-target.ts';
import { getHolder } from './holder.ts';
import type { CapturePorts } from './ports.ts';
import { createStateRules, FOCUS } from './state-rules.ts';

/**
 * Counts an instant for pictures where the focus comes or goes and that can be seen: in a ring, in a caret, or
 * because a style sheet says so. CSS alone opens whole menus with it.
 */
export function createFocusLooks(
  ports: Pick<CapturePorts, 'document' | 'shadowRootOf' | 'clock'>,
): { onIn: (event: Event) => void; onOut: () => void } {
  const rules = createStateRules(ports, FOCUS);
  const isSeen = (focused: Element): boolean => {
    if (matchesSelector(focused, ':focus-visible')) return true;
    for (let at: Element | null = focused; at; at = getHolder(at)) {
      if (rules.concern(at)) return true;
    }
    return false;
  };
  const focused = findFocused(ports);
  let wasSeen = focused !== null && isSeen(focused);
  return {
    onIn(event) {
      const target = findDeepTarget(event, ports);
      wasSeen = target !== null && isSeen(target);
      if (wasSeen) ports.clock.noteFocus();
    },
    onOut() {
      if (wasSeen) ports.clock.noteFocus();
      wasSeen = false;
    },
  };
}
