import type { RecordingOptions } from '../../core/demonstration/recording-options.ts';
import { validateMaskSelectors } from '../../platform/validate-mask-selectors.ts';
import { readRecordingOptions, writeRecordingOptions } from '../../platform/recording-options.ts';
import type { PanelStore } from './panel-state.ts';
import { showBanner } from './panel-state.ts';

/** What is chosen for the next recording; kept as soon as it is chosen. */
export function openOptionsDesk(store: PanelStore) {
  function choose(options: RecordingOptions): void {
    store.setState({ options });
    writeRecordingOptions(options).catch((error: unknown) =>
      showBanner(store, `The options could not be remembered: ${String(error)}`),
    );
  }

  void readRecordingOptions().then((options) => store.setState({ options }));

  return {
    choose,
    toggle: () => store.setState(({ optionsOpen }) => ({ optionsOpen: !optionsOpen })),

    enterMasks(text: string): void {
      const validated = validateMaskSelectors(text);
      store.setState({
        masksEntered: { text, problem: validated.ok ? null : validated.reason },
      });
      if (validated.ok) choose({ ...store.getState().options, masks: validated.selectors });
    },

    /** Whether a recording may begin with what is entered; if not, it is shown why. */
    areReady(): boolean {
      const problem = store.getState().masksEntered?.problem ?? null;
      if (problem === null) return true;
      store.setState({ optionsOpen: true });
      showBanner(
        store,
        'Nothing was started: the masks for this recording are not right.',
        problem,
      );
      return false;
    },
  };
}
