import { useRef } from 'react';
import { Button } from '../../../ui/button/button.tsx';
import { PauseIcon, StopIcon } from '../../../ui/icons/glyphs.tsx';
import styles from './round-controls.module.css';
import type { RoundModel, SidePanelEvents } from './view-model.ts';

export type RoundEvents = Pick<
  SidePanelEvents,
  'onPauseCopilot' | 'onTakeOver' | 'onReleaseCopilot' | 'onStopCopilot'
>;

interface RoundControlsProps {
  charge: RoundModel['charge'];
  events: RoundEvents;
}

/** Who goes on with a round: the copilot, nobody, or the user. Stop is always the last. */
export function RoundControls({ charge, events }: RoundControlsProps) {
  const goOn = useRef<HTMLButtonElement>(null);
  const isHeld = charge !== 'working';
  return (
    <div className={styles.controls} role="group" aria-label="Copilot">
      {/* One button, so that whoever paused by the keyboard goes on by it. */}
      {isHeld ? (
        <Button ref={goOn} variant="primary" onClick={events.onReleaseCopilot}>
          {charge === 'taken' ? 'Give back' : 'Continue'}
        </Button>
      ) : (
        <Button
          ref={goOn}
          aria-label="Pause copilot"
          title="Pause copilot"
          onClick={events.onPauseCopilot}
        >
          <PauseIcon />
        </Button>
      )}
      {charge !== 'taken' && (
        <Button
          title="Do it yourself; the copilot waits and is told"
          onClick={() => {
            events.onTakeOver();
            // This button goes.
            goOn.current?.focus();
          }}
        >
          Take over
        </Button>
      )}
      <Button
        variant="danger"
        aria-label="Stop copilot"
        title="Stop copilot (Esc)"
        onClick={events.onStopCopilot}
      >
        <StopIcon />
        Stop
      </Button>
    </div>
  );
}
