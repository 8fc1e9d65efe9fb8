import { create } from 'zustand';
import { summarizeAll } from '../../app/library/demonstrations.ts';
import { message } from '../../messages/message.ts';
import { readMaskSelectors, writeMaskSelectors } from '../../platform/settings/stored-settings.ts';
import { readPersonName, writePersonName } from '../../platform/settings/stored-settings.ts';
import { validateMaskSelectors } from '../../platform/settings/validate-mask-selectors.ts';
import { loadAgents } from './copilot/agents.tsx';
import { loadMemory } from './copilot/memory-controller.ts';
import { loadRules } from './copilot/rules.tsx';
import { loadEndpoint } from './endpoint/endpoint-controller.ts';
import { loadLearning } from './ranker/learning-controller.ts';
import { followRanker, loadModels } from './ranker/models-controller.ts';

/** What the settings page shows beside its sections' own stores. */
export const useSettings = create(() => ({
  isRead: false,
  /** Why something could not be read. */
  failure: null as string | null,
  /** The user's name; empty while it is not set. */
  name: '',
  /** CSS selectors; `problem`: why the input cannot be used. */
  masks: { stored: [] as readonly string[], problem: null as string | null, saved: false },
  storage: { usedBytes: 0, demonstrations: 0 },
}));

export async function load(): Promise<void> {
  try {
    const [summaries, stored, name] = await Promise.all([
      summarizeAll(),
      readMaskSelectors(),
      readPersonName(),
      loadEndpoint(),
      followRanker(),
    ]);
    const usedBytes = summaries.reduce((sum, { bytes }) => sum + bytes, 0);
    useSettings.setState({
      ...{ isRead: true, failure: null, name },
      masks: { stored, problem: null, saved: false },
      storage: { usedBytes, demonstrations: summaries.length },
    });
    loadRules();
    loadAgents();
    loadMemory();
    await loadModels();
    await loadLearning();
  } catch (error) {
    useSettings.setState({ failure: String(error) });
  }
}

/** Reads everything again. The forms are mounted again, so that they start from what is stored. */
export async function reload(): Promise<void> {
  useSettings.setState({ isRead: false });
  await load();
}

export function saveName(name: string): void {
  useSettings.setState({ name });
  void writePersonName(name.trim());
}

/** Masks as entered, one per line. */
export async function saveMasks(text: string): Promise<void> {
  const validated = validateMaskSelectors(text);
  let problem = validated.ok ? null : validated.reason;
  if (validated.ok) {
    await writeMaskSelectors(validated.selectors).catch((error: unknown) => {
      problem = message('settingsSaveFailed', String(error));
    });
  }
  useSettings.setState(({ masks }) => ({ masks: { ...masks, problem, saved: problem === null } }));
}
