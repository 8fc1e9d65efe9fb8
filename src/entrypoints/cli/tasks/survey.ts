import type { PseudonymKey } from '../../../core/demonstration/pseudonyms/key.ts';
import type { Survey } from '../../../core/formats/dataset/survey.ts';
import { surveyDemonstration, UnfitForPublishing } from '../../../core/formats/dataset/survey.ts';
import { ImportFault } from '../../../core/formats/import-source.ts';
import { testForPersonal } from '../../../core/formats/leak-test.ts';
import type { Emit, Input } from '../open-input.ts';
import { eachDemonstration, emitFault } from '../open-input.ts';
import { replacePersonal } from './pseudonyms.ts';

export interface SurveyOptions {
  /** Replaces personal texts; null publishes what was recorded. */
  pseudonyms: PseudonymKey | null;
}

/** What `publish` hears of a demonstration. */
export interface Surveyed {
  type: 'surveyed';
  /** The input's path. */
  input: string;
  /** Where in the input it is, for people. */
  place: string;
  survey: Survey;
  /** What was wrong with its files and how it was mended. */
  notes: readonly string[];
}

/** Emits what `publish` needs to know of each demonstration. What must not be published is a fault. */
export async function surveyInput(
  input: Input,
  emit: Emit,
  { pseudonyms }: SurveyOptions,
): Promise<void> {
  const tests = pseudonyms ? [testForPersonal(pseudonyms)] : [];
  const surrogates = new Set(pseudonyms?.map(({ surrogate }) => surrogate));
  await eachDemonstration(input, emit, async (opened) => {
    const { path: place, notes } = opened;
    const { content } = pseudonyms ? await replacePersonal(opened, pseudonyms) : opened;
    if (content.turns.length === 0) {
      emitFault(emit, place, new ImportFault('nothing was recorded'));
      return;
    }
    try {
      const survey = await surveyDemonstration(content, opened.recorded, { tests, surrogates });
      const data: Surveyed = { type: 'surveyed', input: input.path, place, survey, notes };
      emit({ kind: 'result', text: null, data: { ...data } });
    } catch (error) {
      if (!(error instanceof UnfitForPublishing)) throw error;
      emitFault(emit, place, new ImportFault(error.message));
    }
  });
}
