import type { ModelOrder, TextFormat } from '../../../protocol/models.ts';

export type ChosenOrder = { ok: true; order: ModelOrder } | { ok: false; reason: string };

/** Sorts a user's files by name: the model (.onnx), its vocabulary, and config.json if it is there. */
export function chooseFiles(files: readonly File[], format: TextFormat): ChosenOrder {
  const find = (isIt: (name: string) => boolean): File[] =>
    files.filter(({ name }) => isIt(name.toLowerCase()));
  const weights = find((name) => name.endsWith('.onnx'));
  const [vocabulary] = [
    ...find((name) => name.endsWith('vocab.txt')),
    ...find((name) => name.endsWith('tokenizer.json')),
  ];
  const [config] = find((name) => name === 'config.json');
  const [model, another] = weights;
  if (!model) return fail('None of these files ends in .onnx: that is the model.');
  if (another) return fail('There are several .onnx files; choose one of them.');
  if (!vocabulary)
    return fail('The vocabulary is missing: choose vocab.txt or tokenizer.json too.');
  const name = model.name.replace(/\.onnx$/i, '').slice(0, 80);
  return {
    ok: true,
    order: { from: 'files', name, weights: model, vocabulary, config: config ?? null, format },
  };
}

function fail(reason: string): ChosenOrder {
  return { ok: false, reason };
}
