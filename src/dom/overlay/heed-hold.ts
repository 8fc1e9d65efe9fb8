interface HeldButton {
  /** The button is held down from here on. */
  begin: () => void;
  /** Whether its click has come since. */
  isHeard: () => boolean;
  /** It was pressed, and no click came. */
  onPress: () => void;
}

/**
 * Notices that the user presses a button of our root also where the page keeps clicks to itself: it cannot keep
 * what the browser shows as held down. The style sheet makes a transition of that, which is told in the root only.
 */
export function heedHold(
  button: HTMLElement,
  { begin, isHeard, onPress }: HeldButton,
  signal: AbortSignal,
): void {
  let isHeld = false;
  button.addEventListener(
    'transitionrun',
    (event) => {
      if (!event.isTrusted || event.propertyName !== '--held') return;
      const wasHeld = isHeld;
      isHeld = button.matches(':active');
      if (isHeld) begin();
      // Let go of elsewhere is no press.
      else if (wasHeld && !isHeard() && button.matches(':hover')) onPress();
    },
    { signal },
  );
}
